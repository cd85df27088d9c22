/**
 * Those of the 10,000 most common passwords that fit the rule of the specification and are not in
 * `common-passwords.ts`. From the frequency list of zxcvbn 4.4.2, which comes with this notice:
 *
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
 * OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
 * WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
export const topPasswords: readonly string[] = `
    qwer1234 rush2112 12qwaszx 1232323q usuckballz1 ncc1701d soso123aljg fuckyou2 babylon5 ncc1701e
    matthew1 wrinkle1 access14 letmein2 fuckyou1 anthony1 william1 super123 satan666 gn56gn56
    thunder1 1a2b3c4d 1passwor shaney14 heather1 richard1 formula1 mailcreated5240 asshole1 patrick1
    gateway1 scooter1 raiders1 front242 8j4ye3uz 1234567890q phoenix1 brandon1 porsche9 ncc1701a
    jackson1 agent007 melissa1 apollo13 rangers1 gordon24 passwor1 fordf150 chicken1 chester1
    jasmine1 happy123 turkey50 polniypizdec0211 gandalf1 america1 1qa2ws3ed packers1 sojdlg123aljg
    lineage2 charles1 nwo4life kcj9wx5n r2d2c3po p0015123 shannon1 gfhjkm123 marino13 chicago1
    madison1 florida1 apple123 123qwerty winston1 panther1 newyork1 1x2zkg8w zxasqw12 crystal1
    monster1 1q2w3e4r5 james007 nokia6300 12qw34er montgom240 rebecca1 bulldog1 fishing1 digital1
    tiffany1 dolphin1 fuckoff1 z1x2c3v4 newpass6 devil666 123456qw jackson5 scorpio1 123qq123
    7ugd5hip2j cameron1 gabriel1 porsche1 9293709b13 50spanks rainbow6 just4fun spencer1 q2w3e4r5
    1234asdf maxwell1 1a2s3d4f playboy1 vsjasnel12 iverson3 tiger123 hawaii50 wg8e3wjf mazda626
    killer12 master12 michael2 green123 yankees2 drummer1 pumpkin1 pussy123 qwerty11 misfit99
    1z2x3c4v broncos1 dodgers1 vikings1 warrior1 angel123 death666 genesis1 123456789s mazdarx7
    cbr900rr good123654 zachary1 testing1 james123 nascar24 summer99 soccer12 cricket1 rainbow1
    peaches1 johnson1 stephen1 mustang6 trouble1 jackass1 pool6123 marines1 45m2do5bs nirvana1
    asdfgh01 ghbdtn123 12qw12qw nokia6233 penguin1 pantera1 andyod22 private1 buddy123 soccer10
    buffalo1 success1 voyager1 spartan1 david123 yamahar1 f00tball sasha_007 cygnusx1 123456ru
    wp2003wp kordell1 noname123 nokian73 chris123 eclipse1 captain1 vincent1 perfect1 cartman1
    hallo123 pufunga7782 sabrina1 bubba123 1234zxcv bubbles1 marcius2 stanley1 gateway2 destiny1
    ghhh47hj7649 therock1 p4ssw0rd shadow12 23skidoo 12345qwer beatles1 vanessa1 natasha1 patches1
    gsxr1000 blue1234 houston1 12345qwerty power123 awesome1 natalie1 montana1 sammy123 mash4077
    dragon69 123456789m password9 p0o9i8u7 ncc74656 austin31 dilbert1 123456789d 123qwert summer69
    sasha123 bradley1 trinity1 12345qaz mustang2 apollo11 5wr2i7h8 69camaro melanie1 7777777a
    alexander1 favorite6 1michael trumpet1 thumper1 skipper1 123456789qwe 1qazxsw23edc jupiter1
    segblue2 jesus123 charlie2 special1 allison1 liberty1 frankie1 1qazzaq1 justice1 playboy2
    1234rewq vampire1 zxcvb123 fuckme69 1million left4dead england1 123456qqq popcorn1 lol12345
    trooper1 naughty1 asdfg123 weare138 alpha123 paladin1 mercury1 ireland1 claudia1 cantona7
    demon666 flyers88 nokia5800 huskers1 1qw23er4 stewart1 flipper1 1111qqqq mustang5 buster12
    metallica1 nemrac58 love1234 soccer11 123456789r 1234567aa phantom1 1q2q3q4q nokia123 kristin1
    arizona1 alex1234 55bgates beckham7 jupiter2 z1x2c3v4b5 dallas22 care1839 chopper1 winter99
    myspace1 qwerty13 start123 lucky123 gizmodo1 a1a2a3a4 123456789v kenneth1 mike1234 q1q2q3q4q5
    raymond1 magic123 1z2x3c4v5b spiderman1 20spanks kristen1 bigdick1 friday13 0987654321q websol76
    timoxa94 mazda323 jesus777 1234567890z india123 nokia5530 123456789o rosebud1 sandman1 pippen33
    qw123456 nancy123 jeffrey1 general1 georgia1 chickenwing101 ilya1234 1qaz2wsx3edc4rfv dragon01
    a1s2d3f4g5 3rjs1la7qe anthony7 jessica2 batman12 victory1 access99 molly123 quant4307s monkey69
    password11 warcraft3 qazxsw123 lincoln1 hooters1 0o9i8u7y sooners1 groupd2013 daniel12 favorite2
    detroit1 911turbo timothy1 1mustang douglas1 skeeter1 angel666 chevys10 madonna1 atlanta1
    service1 dima1995 zaq12345 madala11 gregory1 hunter12 1password futyn007 rocky123 manager1
    nokia5130 smoke420 cobra427 freedom2 michelle1 welcome2 alabama1 fantasy1 fireman1 stinger1
    3edc4rfv windows1 prelude1 fordf350 michele1 1a2s3d4f5g q1q2q3q4 porsche911 barbara1 sublime1
    pussy4me newproject2004 j3qq4h7h2v anthony2 gfhjkm12 dreamer1 maximus1 123456789p enter123
    12345asd 1234kekc sevenof9 corvet07 kevin123 a123456a sk8ordie revival47 ironman1 nemesis1
    blessed1 123456789l 12locked pegasus1 qwerty78 everton1 zxcvb12345 newpass1 heather2 snowman1
    1a2b3c4d5e nokia5230 123456qq capital1 l58jkdjp! 123mudar 123qweas 1a2a3a4a hershey1 newport1
    buckeye1 rb26dett anna2614 rt6ytere fred1234 pontiac1 austin316 sanity72 control1 teacher1
    qwerty99 pyramid1 lebron23 cynthia1 russell1 frank123 qwaszx12 russian7 deborah1 1letmein
    germany1 elvis123 birthday4 fordf250 0000000000o spartan117 antonio1 account1 asdfg12345
    homer123 shadow01 unicorn1 element1 blaster1 yamahar6 lindsay1 seattle1 flowers1 music123
    domainlock2005 express1 987654321q x72jhhu3z r4e3w2q1 basebal1 12s3t4p55 mustang9 packard1
    jbond007 cbr600rr jason123 payton34 123456789k chipper1 p455w0rd phoenix2 october1 panties1
    17171717aa 67camaro william2 hd764nw5d7e1vb1 pandora1 saab9000 f15eagle 12qwerty january1
    zz8807zpl soccer13 bruno123 mustang8 camelot1 rebbyt34 vegas123 lotus123 cezer121 blondie1
    hawkeye1 5tgb6yhn dragon11 123qwe456 trucker1 1hxboqg2 4rfv3edc 123masha francis1 1basebal
    emmitt22 123hfjdk147 monkey11 a1a2a3a4a5 lindsey1 dragon13 qazxsw12 hitman47 eleven11 8phrowz622
    summer12 c3por2d2 loveyou2 5hsu75kpot r2d2c3p0 brother1 open1234 trojans1 luv2epus pepsi123
    chrissy1 loveme89 boris123 qwerty777 holiday1 miranda1 jamaica1 085tzzqi qwerty77 black123
    ducati99 44magnum samantha1 redneck1 usmc0311 monique1 063dyjuy redwing1 steve123 christy1
    andrew12 westham1 jimmy123 golfing1 year2005 indiana1 blackie1 summer01 strange1 8phrowz624
    master01 michael3 pentium4 mapet123456 phillip1 charles2 mustang0 redhead1 1asshole buster01
    33rjhjds rooster1 matthew2 bastard1 skyline1 october2 ilya1992 pioneer1 thelast1 postov1000
    charlie3 mustang3 tigger12 nokia3250 titanic1 michael9 2wsxzaq1 crimson1 master11 joshua12
    123321qwe 151nxjmt shadow11 gy3yt2rgls fuckyou123 kitty123 orlando1 red12345 oscar123 derrick1
    viper123 shooter1 7hrdnw23 abigail1 lucky777 zaq1xsw2cde3 letmein22 nokian70 footbal1 trustn01
    asd123asd 1footbal lucas123 sampson1 dragon99 wildcat1 orange12 favorite7 1a2a3a4a5a scruffy1
    network1 favorite8 brianna1 slayer666 mnbvcxz1 pi314159 brian123 thomas12 q1234567890 68camaro
    1234567u passion1 birthday1 boscoe01 simpson1 tristan1 qweqwe123 tigger01 ghbdtn12 michael8
    123456789abc classic1 malcolm1 123456789n admin18533362 1jennife justin12 million1 winter12
    shadow13 toshiba1 damage11 trader12 dragon88 23176djivanfros metal666 123456789qwerty roberto1
  `
  .trim()
  .split(/\s+/)
