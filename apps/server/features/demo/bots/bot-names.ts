/** The unique team names of the demo's bots, 3 to 30 characters each. */
export const BOT_TEAM_NAMES: readonly string[] = `
Kick and Tell
Handball Lecter
Mark My Words
Tackle Shop
Behind Every Goal
A Behind Is a Point
Fifty Metre Penelope
Sherrin Is Caring
Sherrin' Is Carin' Reserves
Ruck to the Future
Ruck and Roll
Just My Ruck
Hard Ruck Story
Beginner's Ruck
Pot Ruck Dinner
Boundary Rider's Digest
Banana Republic
Top Banana Kick
Torpedo Away
Speccy and Hutch
Speccytacular
Great Eggspeccytations
Centre Bounce House
First Bounce Last Drinks
Bounce Bounce Baby
Bounce With Me
Holding the Bar
Holding the Sauce
Sauce on the Pie
Meat Pie in the Sky
Pie in the Forward Line
Four'n Twenty Goals
Half-Time Oranges
Orange Is the New Half Time
Thermos of Tea
Tea and No Sympathy
Esky Business
Risky Esky
Snag a Goal
Snags in Bread
Democracy Sausages
Lamington Drive
Pavlova's Dogs
Tim Tam Slammers
Fairy Bread Winners
Vegemight
Vegemarvels
Anzac Bickies
Iced VoVos United
Magpie Swoop Season
Drop Bear Attack
Drop Bears Anonymous
Drop Punk
Daft Drop Punt
Drop Punt and Disorderly
Punt of No Return
Punt Intended
Take a Punt
Punt and Judy
Kangaroo Court
Wallaby Damned
Wombat Combat
Wombats in the Forward Line
Quokka Football
Quokka Rocka
Emu War Veterans
The Second Emu War
Galah Performance
Cockatoo Many Goals
Kookaburra Sits on the Bench
Platypus Perfect
Bin Chickens
Bin Chicken Dinner
Ibis Believe It
Echidna Me
Goanna Win This
Blue Tongue Lizzies
Funnel Web Designers
Huntsman Behind the Visor
Thong and Dance
Thongs of Praise
Double Pluggers
Bunnings Warehouse
Hills Hoist Heroes
Ute Beauty
Utes of Hazzard
Beaut Utes
Servo Sandwich
Servo Pie Nineteen Degrees
Arvo Delight
Smoko Signals
Out for a Smoko
Sickie Monday
Long Weekenders
Fair Shake of the Sauce
Fair Dinkum Thinkum
She'll Be Right Forward
She'll Be Left Half Back
Yeah Nah Yeah
Nah Yeah Nah
No Wuckas
Flat Out Like a Lizard
Go Hard or Go to Gosford
Straight to the Poolroom
Tell Him He's Dreaming
It's the Vibe
The Castle Kings
Muriel's Wedgetail
Picnic at Hanging Mark
Mad Maxine
Mad Maxine Fury Goal
Priscilla Queen of the Square
Crocodile Dundeed It
Waltzing Matildas XVIII
Jolly Swagwomen
Once a Jolly Jumbuck
Up There Cazaly's Cousin
That One Week in Spring
Footy in Finals Spring
Mums of Anarchy
Ladies Who Launch
Ladies Who Lunge
The Ruckettes
Kick Like a Girl
Kick Like My Girl
Girls Kick Butter
Hens' Night Watch
The Golden Girls
Spice Rucks
Little Wonder Women
Fury Road Trains
Nanna's Knitting Circle
Nanna's Emergency List
Grandma's Got the Armband
Aunty's Esky
Captain Obvious
Captain Hindsight
Vice Captain Planet
Captain Late Out
Late Mail Order
Late Out Loud
The Late Withdrawals
Emergency Exit
In Case of Emergency
Break Glass in Emergency
Bye Bye Birdie
Bye Now Pay Later
Rolling Lockout
Lockout Stock and Barrel
Salary Cap and Gown
Cap in Hand
Floor Price Heroes
Cash Cows Come Home
Cash Cow Paddock
Premium Economy
Stars and Scrubs
Trade Winds
Trade Secrets
Out of Trades by Easter
Rage Trading
Donut Disturb
Donut Panic
Hold My Donut
Break Even Stevens
Magic Numbers
The Algorithm Method
Spreadsheets to the Wind
Excel at Footy
Points of Interest
Bench Pressed
Bench Warmers United
The Utility Belles
Utility Bill Overdue
Half Back Flankers
Wing and a Prayer
Winging It
Deep Pocket Forward
Back Pocket Change
Full Forward Thinking
Goal Square Dance
Goal Getters
Goal Diggers
Squad Goals Behinds
Umpire Strikes Back
The Umpires' Guide Dogs
Ball! Ball! Ball!
Baaaall
Too High for Me
In the Back Pocket
Deliberate Out of Bounds
Insufficient Intent
Prior Opportunity Knocks
Shepherds' Delight
Smother's Day
Smother Earth
Smother Superior
Bump in the Night
Hip and Shoulders Knees Toes
Hanger Management
Screamers Anonymous
Specky McSpecface
Footy McFootface
`
	.trim()
	.split("\n");
