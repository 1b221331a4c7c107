/** Passwords that are frequent in leaks, in lower case, some with only their letters. Short passwords are refused anyway. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
	`password passwords passwort mypassword thepassword passwordpassword password1234 password12345 password123 password1!
	1234567890 12345678910 123456789a 0123456789 0987654321 9876543210 1234512345 1122334455 1029384756 123123123123
	123456789q 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 qazwsxedcrfv qazwsxedc
	qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwertyqwerty qwerty asdfghjkl asdfghjkl123 zxcvbnm123 zxcvbnm
	asdfasdfasdf qwerasdfzxcv poiuytrewq lkjhgfdsa
	iloveyou iloveyou123 iloveyouso iloveyouu iloveyoubaby iloveyou1234 loveyou letmein letmeinnow letmein1234 welcome
	welcome123 welcome1234 welcomehome changeme changeme123 changemenow trustno1trustno1 trustnoone administrator administrator1
	adminadmin admin12345 admin123456 rootroot superuser supersecret topsecret secret secretpassword mysecret nopassword
	dragon dragondragon monkey monkeymonkey princess princess123 sunshine sunshine123 football football123 footballfootball
	baseball basketball baseball123 basketball123 superman superman123 batman spiderman starwars starwars123 michael jennifer
	jordan23jordan liverpool liverpool123 liverpoolfc manchester manchesterunited chelseafc arsenalfc barcelona barcelona123
	realmadrid juventus shadow master masterkey whatever whatever123 freedom computer computer123 internet samsung samsung123
	google googlegoogle facebook facebook123 instagram linkedin microsoft windows pokemon pokemon123 minecraft minecraft123
	fortnite fuckyou fuckyou123 fuckyoufuckyou asshole killer charlie charlie123 abcdefghij abcdefgh abcdefghijk abcdef1234
	abc1234567 abcd123456 abcd1234567 abcabcabc aaaaaaaaaa a1b2c3d4e5 a123456789 aa12345678 correcthorsebatterystaple
	correct horse battery staple firstbounce firstbounce1 first bounce australia australia1 australia123 aflw aflwfantasy
	collingwood collingwood1 essendonbombers carltonblues hawthornhawks richmondtigers geelongcats sydneyswans magpies
	westcoasteagles fremantledockers adelaidecrows portadelaide brisbanelions melbournedemons stkildasaints northmelbourne
	westernbulldogs goldcoastsuns gwsgiants footyfooty goodpassword testtest testing testing123 test123456 test1234567 default
	defaultpassword guestguest hellohello helloworld hello12345 helloworld1 logmein openseame opensesame nothing nothing123
	family familyfamily mother father mylove mylove123 lovelove lovelylove blessed blessed123 jesus jesuschrist jesus12345`
		.split(/\s+/)
		.filter(Boolean),
);
