type Data = Readonly<Record<string, string | number>>;

/** Words for what an operator is refused in the console. */
export const operatorWords = {
	"not-yourself": "You cannot shut your own account here",
	"user-unknown": "There is no such account",
	"no-password-here": "Another provider signs this person in: there is no password to reset",
	"name-unknown": "There is no such name any more",
	"nothing-to-moderate": "Choose what is to be done: a new name, or no picture",
	"report-unknown": "There is no such report any more",
	"letter-unknown": "There is no such letter",
	"mail-unknown": "There is no such mail",
	"job-unknown": "There is no such job any more",
	"job-not-failed": "That job has not failed: it is waiting, at work or done",
	"job-sent-anew": "The same work has been sent anew in the meantime: it is on its way",
	"player-unknown": "There is no such player in this season",
	"player-there": "A player of this season has that id already",
	"price-not-in-steps": ({ step }: Data) => `Prices go by $${Number(step).toLocaleString("en-US")}`,
	"price-below-floor": ({ floor }: Data) => `No player costs less than $${Number(floor).toLocaleString("en-US")}`,
	"round-begun": "She can join from a round on that has not begun",
	"round-not-in-review": ({ round }: Data) => `Round ${round} does not wait for review: its matches are still to end`,
	"match-is-abandoned": "That match is abandoned: take that back first",
	"announcement-unknown": "There is no such announcement",
	"announcement-past": "That time has passed already",
	"season-changed": "Another season has become the current one in the meantime",
	"season-unknown": "There is no such season",
	"season-is-closed": "That season is closed, and read-only",
	"season-not-over": ({ name, round }: Data) => `${name} is not over: round ${round} is still to be completed`,
} as const satisfies Record<string, string | ((data: Data) => string)>;
