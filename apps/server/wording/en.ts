import { leagueWords } from "./en-leagues.ts";
import { matchDayWords } from "./en-match-day.ts";
import { operatorWords } from "./en-operator.ts";
import { untilWords } from "./suspension-end.ts";

type Data = Readonly<Record<string, string | number>>;

const LINE_NAMES: Readonly<Record<string, string>> = {
	DEF: "defender",
	MID: "midfielder",
	RUC: "ruck",
	FWD: "forward",
};
const lineName = (line: string | number | undefined): string => LINE_NAMES[String(line)] ?? "player";
const dollars = (amount: string | number | undefined): string => `$${Number(amount).toLocaleString("en-US")}`;

/** Words for every refusal of the API in English, by its code; `data` is what the refusal names. */
export const en = {
	// The wire
	"not-found": "There is nothing at this address",
	"invalid-field": ({ field, reason }: Data) => `${field}: ${reason}`,
	"malformed-body": "The body is not valid JSON",
	"malformed-request": "That request is not valid HTTP",
	"malformed-address": "That address holds characters that cannot be read",
	"address-too-long": "That address is too long",
	"headers-too-large": "The headers of that request are too large",
	"request-too-slow": "That took too long to reach us. Check your connection and try again",
	"unholdable-text": "A field holds a character that cannot be stored",
	"wrong-content-type": "Send the body as application/json",
	"body-too-large": "That is more than this call takes",
	"picture-type": "Send the picture as PNG, JPEG or WebP",
	"picture-too-heavy": "A picture has at most 5 MB",
	"picture-too-large": ({ most }: Data) => `A picture has at most ${most} million pixels`,
	"picture-broken": "That picture could not be read. Save it again and retry",
	"picture-not-plain": "That file holds more than a picture. Save it again as PNG, JPEG or WebP and retry",
	"too-many-requests": ({ seconds }: Data) =>
		Number(seconds) > 90
			? `Too many attempts. Try again in ${Math.ceil(Number(seconds) / 60)} minutes`
			: `Too many attempts. Try again in ${seconds} seconds`,
	"mails-throttled": "That address has been sent too many mails today. Please try again tomorrow",
	"too-many-streams": "Too many pages are open at your address to tell each of them at once",
	"unknown-host":
		"This server does not answer at this host name. Its operator can set PUBLIC_URL or add the name to ALLOWED_HOSTS",
	"foreign-origin": "This call may not be made from another site",
	"server-error": "Something went wrong on our side. Please try again",
	"database-down": "The game is not available right now. Please try again in a moment",
	"storage-full":
		"Nothing can be saved right now: the server has run out of storage. Your change was not saved. Please try again later",
	busy: "Too much is going on at once. Please try again",

	// Who may
	"push-address": "That is no address of a push service",
	"push-keys": "That subscription cannot be read. Turn notifications off and on again",
	"push-device-unknown": "That browser gets no notifications any more",
	"push-device-gone": "That browser does not take notifications any more. Turn them on again there",
	"push-refused": "The browser's push service did not take the message. Please try again later",
	"not-signed-in": "Please sign in first",
	"not-active": "This account is not active. Recover your team to go on",
	"already-active": "Your account is active. There is nothing to recover",
	"not-operator": "Only operators may do this",
	"second-factor-needed": "Give the code of your authenticator first",
	"second-factor-missing": "The second factor is not set up yet",
	"second-factor-there": "The second factor is set up already. `fb operator reset-totp` starts over",
	"setup-code-wrong": "That set-up code is not right, or older than a day. `fb operator reset-totp` prints a new one",
	"code-wrong": "That code is not right, or was used before. Wait for the next one",
	"code-wait": ({ seconds }: Data) => `Too many wrong codes. Try again in ${seconds} seconds`,
	"no-season": "No season is on at the moment",
	"demo-only": "This is part of the demo only",
	"clock-refused": ({ reason }: Data) => String(reason),
	"demo-off": "The demo's sign-in is off at this address",

	// Accounts
	"account-suspended": ({ reason, until }: Data) =>
		`Your account is suspended ${untilWords("en", Number(until))}. Reason: ${reason}`,
	"demo-over": "This account belonged to the demo, which has ended",
	"demo-account": "Everybody shares the demo's account, so this cannot be changed. Sign up to have your own",
	"wrong-credentials": "The e-mail address or the password is not right",
	"code-refused": "Signing in did not work: the identity provider's code was refused. Please sign in again",
	"provider-down": "The identity provider does not answer. Please try again in a moment",
	"not-registered": "This identity has no team yet. Please complete the registration",
	"already-registered": "You are registered already. Please sign in",
	"token-refused":
		"Signing in did not work: what the identity provider answered cannot be trusted. Please sign in again",
	"wrong-password": "That is not your present password",
	"local-login-closed": "Passwords are not used here. Sign in with the identity provider",
	"no-password": "Another provider signs you in: address and password are changed there",
	"link-refused": "This link has run out or was used before. Please ask for a new one",
	"email-unchanged": "That is your address already",
	"unknown-country": "There is no such country",
	"device-unknown": "You are not signed in on such a device",
	"preview-refused": "That is not the password",
	"email-taken": "There is an account with this e-mail address. Please sign in",
	"team-name-taken": "That team name is taken",
	"team-name-not-allowed": "That team name is not allowed",
	"team-name-rejected": "The operators have taken this name from your team. Choose another",
	"team-name-length": ({ least, most }: Data) => `A team name has ${least} to ${most} characters`,
	"unlikely-birthday": "Check the year of your birthday",
	"too-young": ({ age }: Data) => `You must be at least ${age} to play`,
	"state-outside-australia": "A state goes with Australia only",
	"unknown-squad": "There is no such club this season",
	"password-too-short": ({ least }: Data) => `A password has at least ${least} characters`,
	"password-too-common": "That password is too common. Choose another",

	// The team
	"stale-version": "Your team was changed elsewhere in the meantime. Look at it as it is now, then try again",
	"autopick-running": "Your team is already being filled. Give it a moment",
	"autopick-busy": ({ seconds }: Data) => `Autofill is busy right now. Try again in ${seconds} seconds`,
	"autopick-too-slow": "No team was found in time. Fill a few places and try again",
	"team-unknown": "There is no such team",
	"round-unknown": "There is no such round",
	"round-scheduled": ({ round }: Data) => `Other teams are shown once round ${round} has started`,
	"team-not-in-round": ({ round }: Data) => `This team was not in round ${round}`,
	"receipt-unknown": "There is no such receipt of your team",
	"unknown-player": ({ name }: Data) => `${name} is not in this season`,
	"duplicate-player": ({ name }: Data) => `${name} is in more than one place`,
	"empty-slot": ({ line }: Data) => `A ${lineName(line)} is missing`,
	"wrong-shape": ({ line, area, expected }: Data) => `${area} ${line}: ${expected} places, no more and no fewer`,
	"wrong-position": ({ name, line }: Data) => `${name} is not a ${lineName(line)}`,
	"over-salary-cap": ({ by }: Data) => `The team is ${dollars(by)} over the salary cap`,
	"captain-not-on-field": "The captain is on the field",
	"vice-captain-not-on-field": "The vice captain is on the field",
	"captain-is-vice-captain": "Captain and vice captain are two players",
	"emergency-not-on-bench": ({ name }: Data) => `${name} is not on the bench and cannot be an emergency`,
	"too-many-emergencies": ({ limit }: Data) => `A team names at most ${limit} emergencies`,
	locked: ({ name }: Data) => `${name} is locked`,
	"not-in-team": ({ name }: Data) => `${name} is not in the team`,
	"already-in-team": ({ name }: Data) => `${name} is in the team already`,
	"no-place": ({ name }: Data) => `There is no place for ${name}`,
	"no-line-up": "The team has no line-up yet",
	"swap-with-herself": ({ name }: Data) => `${name} cannot swap with herself`,
	"no-trades-left": ({ limit, left }: Data) =>
		left === 0 ? `All ${limit} trades are used` : `That is more trades than are left: ${left} of ${limit}`,
	"no-trade-pairs": "Name at least one trade",
	"came-in-this-round": ({ name }: Data) => `${name} came in this round: reverse that trade instead`,
	"trade-locked": "That trade is locked",
	"trade-unknown": "There is no such trade",
	"no-trades-to-share": "There are no trades of that round to share",
	"trade-final": "That trade is final",
	"trade-not-last": ({ name }: Data) => `${name} was traded again later: reverse that trade first`,
	"nothing-to-roll-back": "Nothing has changed in this round",
	"not-enough-salary-to-fill": "There is not enough salary left to fill your team",
	"team-started": "Your team has started: use swaps, captain changes and trades",
	"team-not-started": "Your team has not started yet: edit it freely",
	"team-incomplete": "The team is not complete",
	"season-complete": "The season is over",
	"no-round-left": "No round is left to start in",

	...leagueWords,
	...matchDayWords,
	...operatorWords,
} as const satisfies Record<string, string | ((data: Data) => string)>;
