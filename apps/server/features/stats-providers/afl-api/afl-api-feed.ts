import type { Match } from "@first-bounce/rules/round";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload } from "../feed.ts";
import { type ClientOptions, createAflClient } from "./client.ts";
import { readAflPayload } from "./read-payload.ts";

export const AFL_API = "afl-api";

export interface AflApiSettings {
	/** Without a slash at its end. */
	readonly url: string;
	/** Such as 264 for the women's competition. */
	readonly competition: string;
	/** The year. */
	readonly season: string;
	/** Milliseconds between two questions about a match that is on; everything else is asked less often. */
	readonly every: number;
}

interface Question {
	readonly kind: FeedPayload["kind"];
	readonly subject: string;
	readonly path: string;
	/** Milliseconds between two of them. */
	readonly every: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROSTERS_FROM = 3 * 24 * HOUR;
const LAST_CHANGES_FROM = 2 * HOUR;
const SOON = 10 * MINUTE;
const AT_ONCE = 4;
/** The first pause after a failure, unless the source is asked more often than that anyway. */
const LONGEST_FIRST_BACK_OFF = 5_000;
/** How long a step of the season waits for answers; later ones are handed over by the next. */
const PATIENCE = 1_500;

/** Times as long as for a match that is on. */
const [REVIEW, LINE_UPS, QUIET] = [4, 2, 20];

const isOn = (match: Match, now: number): boolean =>
	match.status === "playing" || (match.status !== "complete" && match.startsAt - SOON <= now);

function questionsOf(match: SnapshotMatch, every: number, now: number): Question[] {
	const { providerId: subject, status, startsAt } = match;
	if (subject === null) return [];
	const untilStart = startsAt - now;
	const roster = { kind: "roster", subject, path: `/cfs/afl/matchRoster/full/${subject}` } as const;
	const stats = { kind: "match-stats", subject, path: `/cfs/afl/playerStats/match/${subject}` } as const;
	return [
		...(status === "scheduled" && untilStart <= ROSTERS_FROM
			? [{ ...roster, every: every * (untilStart <= LAST_CHANGES_FROM ? LINE_UPS : QUIET) }]
			: []),
		...(status === "complete" ? [{ ...stats, every: every * REVIEW }] : []),
		...(status !== "complete" && untilStart <= 0 ? [{ ...stats, every }] : []),
	];
}

/**
 * The official stats API (or whatever speaks like it). Rounds tell matches' own ids, scores and clocks; each match's
 * stats are asked while it is on and, less often, until its round is published; rosters in the days before.
 */
export function createAflApiFeed(
	{ url, competition, season, every }: AflApiSettings,
	game: () => SeasonSnapshot,
	options: Omit<ClientOptions, "url"> & { readonly patience?: number } = {},
): Feed {
	const { wallNow = Date.now, patience = PATIENCE } = options;
	const client = createAflClient({ backOff: Math.min(LONGEST_FIRST_BACK_OFF, every), ...options, url });
	const dueAt = new Map<string, number>();
	const asking = new Map<string, Promise<void>>();
	const answers: FeedPayload[] = [];

	const roundQuestion = ({ id, matches }: SnapshotRound, now: number): Question => {
		const subject = `CD_R${season}${competition}${String(id).padStart(2, "0")}`;
		const isQuiet = !matches.some((match) => isOn(match, now));
		const path = `/cfs/afl/matchItems/round/${subject}`;
		// A round whose matches have no ids yet is asked at once: without them nothing else can be.
		const isNameless = matches.some(({ providerId }) => providerId === null);
		return { kind: "round", subject, path, every: every * (isQuiet && !isNameless ? QUIET : 1) };
	};

	const ask = async ({ kind, subject, path }: Question) => {
		const { body, hasFailed } = await client.get(path);
		// The back-off alone decides when to ask again.
		if (hasFailed) dueAt.delete(path);
		if (body) answers.push({ source: AFL_API, kind, subject, body });
	};

	return {
		source: AFL_API,
		health: client.health,
		read: (payload) => readAflPayload(payload, game()),
		poll: async (asked, now) => {
			const ids = new Set(asked.map(({ id }) => id));
			const rounds = game().rounds.filter(({ matches }) => matches.some(({ id }) => ids.has(id)));
			const matches = rounds.flatMap((round) => round.matches.filter(({ id }) => ids.has(id)));
			const questions = [
				...rounds.map((round) => roundQuestion(round, now)),
				...matches.flatMap((match) => questionsOf(match, every, now)),
			];
			const isMatchOn = matches.some((match) => isOn(match, now));
			const due = questions.filter(({ path }) => !asking.has(path) && wallNow() >= (dueAt.get(path) ?? 0));
			for (const { path, every } of due) dueAt.set(path, wallNow() + every);
			const askNext = async (): Promise<void> => {
				const question = due.shift();
				if (!question) return;
				// Whoever waits its turn while the source fails is asked another time.
				if (!client.mayAsk(isMatchOn)) {
					dueAt.delete(question.path);
					return askNext();
				}
				const asked = ask(question).finally(() => asking.delete(question.path));
				asking.set(question.path, asked);
				await asked;
				return askNext();
			};
			const round = Promise.all(Array.from({ length: AT_ONCE }, askNext));
			const late = Promise.withResolvers<void>();
			const timer = setTimeout(late.resolve, patience);
			await Promise.race([round, late.promise]);
			clearTimeout(timer);
			return answers.splice(0);
		},
	};
}
