/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface DayStatistic {
  active: number;
  joined: number;
  madeAt: Timestamp;
  members: number;
  period: string;
  recharged: bigint;
  recharges: number;
  trades: number;
  volume: bigint;
  withdrawalFees: bigint;
  withdrawals: number;
  withdrawn: bigint;
}

export interface IncomeStatistic {
  everMedian: bigint;
  everP90: bigint;
  everTopShare: number;
  everTotal: bigint;
  everWithoutPay: number;
  latelyMedian: bigint;
  latelyP90: bigint;
  latelyTopShare: number;
  latelyTotal: bigint;
  latelyWithoutPay: number;
  madeAt: Timestamp;
  members: number;
  netLosing: number;
  netMedian: bigint;
  netP10: bigint;
  netP90: bigint;
  period: string;
}

export interface IncomeTotal {
  memberId: string;
  outside: bigint;
  paid: bigint;
}

export interface IncomeTotalEnd {
  onlyRow: Generated<boolean>;
  xid: number;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    dayStatistics: DayStatistic;
    incomeStatistics: IncomeStatistic;
    incomeTotal: IncomeTotal;
    incomeTotalEnd: IncomeTotalEnd;
  }
}
