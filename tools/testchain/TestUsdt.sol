// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A stand-in for USDT on BNB Smart Chain, with its 18 decimals. It exists on the local test chain only
/// and is worth nothing.
contract TestUsdt is ERC20, Ownable {
    constructor(address owner) ERC20("Test USDT (no value)", "USDT") Ownable(owner) {}

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }
}
