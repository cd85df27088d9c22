import { topPasswords } from './top-passwords.ts'

/**
 * The passwords that are tried first against every account: the most common ones that meet the rule
 * of the specification (8 characters, a letter and a digit), in lower case.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...topPasswords,
  ...`
    password1 password12 password123 password1234 password01 password2 password3 password99
    passw0rd p@ssw0rd p@ssword1 p@ssw0rd1 p@55w0rd pa55word pa55w0rd passw0rd1 passw0rd123
    password1! password123! password@123 password2020 password2021 password2022 password2023
    password2024 password2025 password2026 passwort1 passwd123 pass1234 pass12345 pass123456
    mypassword1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty01 qwerty1!
    qwerty123! qwertyuiop1 qwertyuiop123 qwert123 qwert1234 qwert12345 qwe12345 qwe123456
    qwe123qwe qweasd123 qweasdzxc1 qweasdzxc123 qaz12345 qaz123456 qazwsx12 qazwsx123 qazwsxedc1
    qazwsxedc123 qaz123wsx q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
    1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 1q2w3e4r! zaq12wsx zaq1zaq1 zaq1xsw2 xsw21qaz
    !qaz2wsx 1qaz@wsx 1qaz!qaz zxcvbnm1 zxcvbnm12 zxcvbnm123 zxc12345 zxc123456 zxcv1234
    zxcasdqwe123 asdf1234 asdf12345 asdfgh12 asdfgh123 asd12345 asd123456 asdfghjkl1 asdqwe123
    asdzxc123 abc12345 abc123456 abc1234567 abc12345678 abcd1234 abcd12345 abcd123456 abcde123
    abcde12345 abcdef12 abcdef123 abcdefg1 abcdefgh1 abc123abc abcabc123 abc123def aa123456
    aa12345678 aa123123 aaa12345 aaa111222 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5
    a1s2d3f4 a1111111 aaaa1111 aaaaaaa1 aaaaaaaa1 as123456 ab123456 ab12345678 a123123123
    aabb1122 q1234567 q12345678 q123456789 z1234567 z12345678 z123456789 w12345678 s12345678
    1234567a 12345678a 123456789a 1234567890a 123456aa 123456ab 123456abc 123456qwe 123456qwerty
    12345qwe 12345qwert 12345abc 12345abcde 1234abcd 1234qwer 1234qwerty 123abc123 123123abc
    123123qwe 123qwe123 123qweasd 123qweasdzxc 123456as 123456asd 123456zx 123456zxc 123456789q
    123456789z 12345678q 1234567q 123asd123 111111aa 111111a1 11111111a 000000aa 666666aa
    888888aa 88888888a 66666666a 147258369a 987654321a 110110jp 123321aa 112233aa iloveyou1
    iloveyou12 iloveyou123 iloveyou2 iloveyou520 loveyou1 loveyou123 lovely123 woaini520
    woaini521 woaini123 woaini1314 woaini1314520 5201314a 5201314aa a5201314 aini1314 wang1234
    wang123456 wangwei123 zhang123 zhang123456 liwei123 li123456 xiaoming123 zhongguo1
    zhongguo123 beijing2008 qq123456 qq123123 qq12345678 wo123456 asdasd123 qazqaz123 welcome1
    welcome12 welcome123 welcome01 welcome1! welcome@123 letmein1 letmein123 admin123 admin1234
    admin12345 admin123456 admin@123 administrator1 root1234 root12345 test1234 test12345
    test123456 testtest1 user1234 guest123 guest1234 login123 login1234 changeme1 changeme123
    default1 secret123 master123 monkey12 monkey123 dragon12 dragon123 football1 football12
    football123 baseball1 basketball1 soccer123 sunshine1 sunshine123 princess1 princess12
    princess123 superman1 superman123 batman123 michael1 michael123 charlie1 charlie123 jordan23
    jordan123 jennifer1 jessica1 ashley123 daniel123 shadow123 hunter123 killer123 pokemon1
    pokemon123 naruto123 samsung1 samsung123 computer1 internet1 freedom1 whatever1 starwars1
    trustno1 liverpool1 chelsea1 arsenal1 barcelona1 ronaldo7 messi10messi hello123 hello1234
    hello12345 helloworld1 summer123 summer2024 winter123 winter2024 google123 facebook1
    linkedin1 blink182 mustang1 ferrari1 corvette1 cowboys1 yankees1 lakers24 maverick1
    babygirl1 babygirl123 friends1 forever1 forever21 nothing1 chocolate1 cheese123 cookie123
    banana123 orange123 purple123 diamond1 diamond123 bitcoin1 bitcoin123 crypto123 ethereum1
    binance1 binance123 usdt1234 money123 money1234 rich8888 lucky888 lucky8888 fa888888
  `
    .trim()
    .split(/\s+/),
])
