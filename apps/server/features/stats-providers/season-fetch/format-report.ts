import { ACCEPTED_DECISIONS, DECISION_KINDS, DECISIONS_FILE } from "./decisions-file.ts";
import type { FetchReport } from "./fetch-season.ts";

const MAX_LISTED_PER_KIND = 20;

const formatDollars = (dollars: number): string => `$${dollars.toLocaleString("en-US")}`;

function formatPrices(players: FetchReport["season"]["players"]): string {
	const names: Readonly<Record<string, string>> = { draft: "by draft pick", floor: "at the floor price" };
	// The seasons first, the latest at the top, then the rest by name.
	const groups = [...Map.groupBy(players, ({ pricedFrom }) => pricedFrom)].toSorted(([a], [b]) =>
		/^\d/.test(a) && /^\d/.test(b) ? Number(b) - Number(a) : a.localeCompare(b),
	);
	return groups.map(([from, priced]) => `${priced.length} ${names[from] ?? `from ${from}`}`).join(", ");
}

function formatQuestions({ questions }: Pick<FetchReport, "questions">): string[] {
	const open = questions.filter(({ decision }) => decision === "");
	if (open.length === 0)
		return questions.length > 0 ? [`All ${questions.length} decisions in ${DECISIONS_FILE} were followed.`] : [];
	const lines = DECISION_KINDS.flatMap((kind) => {
		const openOfKind = open.filter((question) => question.kind === kind);
		if (openOfKind.length === 0) return [];
		const moreLine =
			openOfKind.length > MAX_LISTED_PER_KIND ? [`      … and ${openOfKind.length - MAX_LISTED_PER_KIND} more`] : [];
		return [
			`  ${kind}: decision is ${ACCEPTED_DECISIONS[kind]}`,
			...openOfKind
				.slice(0, MAX_LISTED_PER_KIND)
				.map(({ about, problem, default: until }) => `      ${about}: ${problem} (until then: ${until || "empty"})`),
			...moreLine,
		];
	});
	return [
		`Decisions needed: ${open.length}. Fill in the column decision of ${DECISIONS_FILE}, and run the command again.`,
		...lines,
	];
}

/** Formats what a fetch wrote. */
export function formatFetchSummary({ season, notes }: Pick<FetchReport, "season" | "notes">): string[] {
	const { lastRound, squads, fixture, players, preset } = season;
	const { scoring, trades, salaryCap } = preset.rules;
	const isOfAnotherYear = preset.year !== null && preset.year !== season.id;
	const finals = fixture.rounds.filter(({ isFinal }) => isFinal).length;
	const knownCount = players.filter(({ isKnown }) => isKnown).length;
	return [
		`  season.json   ${lastRound} rounds, handballs ${scoring.H}, ${trades.limit} trades a ${trades.per}, cap ${formatDollars(salaryCap)}`,
		...(isOfAnotherYear
			? [`  rules         the official game's of ${preset.year}: compare them with those of ${season.id}`]
			: []),
		`  squads.csv    ${squads.length} clubs`,
		`  rounds.csv    ${fixture.rounds.length} rounds, ${finals} of them finals`,
		`  matches.csv   ${fixture.matches.length} matches`,
		`  players.csv   ${players.length} players, ${knownCount} known from previous seasons, ${players.length - knownCount} new`,
		`  prices        ${formatPrices(players)}`,
		...(notes.length > 0 ? ["Notes:", ...notes.map((note) => `  ${note}`)] : []),
	];
}

/** Formats what a fetch wrote, what needs a decision and what to do next. */
export function formatFetchReport(report: FetchReport, out: string): string[] {
	const { season, answers, feedCompetition } = report;
	return [
		`Season ${season.id}, ${season.name}: written to ${out} (${answers.fetched} answers fetched, ${answers.kept} kept from before)`,
		...formatFetchSummary(report),
		...formatQuestions(report),
		"Next:",
		`  npm run -s fb -- season import ${out} --dry-run`,
		`  For live stats: FEED=afl-api AFL_API_SEASON=${season.id} AFL_API_COMPETITION=${feedCompetition}`,
	];
}
