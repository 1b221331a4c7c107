type Data = Readonly<Record<string, string | number>>;

/** Words for what an operator is refused on a match day. */
export const matchDayWords = {
	"match-unknown": "There is no such match in this season",
	"match-begun": "That match has begun: abandon it, or let it end",
	"start-long-ago": "That time is long past: every player of the match would lock at once",
	"start-far-ahead": "That time is more than a year ahead",
	"match-not-due": "That match is still to come: move it, or wait until it should have started",
	"match-not-abandoned": "That match is not abandoned",
	"round-over": ({ round }: Data) => `Round ${round} is complete`,
	"round-without-matches": ({ round }: Data) => `Round ${round} would be left without a match: abandon it instead`,
	"round-not-reviewed": ({ round }: Data) => `Round ${round} is not being reviewed: a match of it is still to end`,
	"round-not-published": ({ round }: Data) => `Round ${round} is not published yet`,
	"prices-superseded": ({ round }: Data) => `Round ${round} has been priced since: only the last published one can be`,
	"not-in-match": ({ player }: Data) => `Player ${player} plays for neither squad of that match`,
	"wrong-count": ({ player, stat, count }: Data) => `Player ${player}: ${stat} cannot be ${count}`,
	"nothing-corrected": "That is what the stats say already",
	"payload-unknown": "There is no such payload in this season",
	"payload-not-waiting": "That payload is not in quarantine",
	"payload-superseded": "A later answer about the same has been applied since: this one would take it back",
	"payload-refused": ({ fault }: Data) => `That payload cannot be applied: ${fault}`,
} as const satisfies Record<string, string | ((data: Data) => string)>;
