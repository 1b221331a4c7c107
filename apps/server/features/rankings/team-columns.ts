import type { Dollars, PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { RowReader } from "../standings/copy-binary.ts";
import { asciiJson, type JsonWriter, SPARE, viewOf } from "./json-writer.ts";
import type { TeamTraits } from "./team-traits.ts";

/** Columns of whole numbers a team has. */
const [VALUE, TEXT_FROM, TEXT_LENGTH, START] = [0, 1, 2, 3];
/** A quarter of what a processor fetches at once, so that no team takes two fetches. */
const WIDTH = 4;
/** Bytes that a processor fetches at once. */
const LINE = 64;
/** Bytes of text that room is made for; two usual texts leave some over. */
const TEXT = 144;
const MOST_SLOTS = 64;

/**
 * Every team of a season in columns by team id, what is said of it as bytes, and no objects: 23 bytes a team, and room
 * for 144 of text, which grows by half when more is needed.
 */
export interface TeamColumns extends TeamTraits {
	/** Of the latest line-up at today's prices. */
	readonly valueOf: (teamId: TeamId) => Dollars;
	readonly startOf: (teamId: TeamId) => RoundId | null;
	/** Writes what stays of a team's row from page to page: ids, texts, avatar version and club, as fields of JSON. */
	readonly writeText: (teamId: TeamId, out: JsonWriter) => void;
	/** Asks the processor for a team's text ahead of writing it. */
	readonly fetch: (teamId: TeamId) => void;
	readonly teamOf: (userId: UserId) => TeamId | null;
	/** Goes up whenever a team comes, or what teams are picked out and averaged by changes. */
	readonly traitsVersion: number;
	/** Takes one row: team, user, start round, squad, state code, slots, text. */
	readonly take: (read: RowReader) => void;
}

/** Room for teams and users up to these ids; grows with the greatest that comes. */
export function createTeamColumns(
	greatestTeam: TeamId,
	greatestUser: UserId,
	costOf: (playerId: PlayerId) => Dollars,
): TeamColumns {
	let ints = new Int32Array((greatestTeam + 1) * WIDTH);
	let squadCodes = new Uint8Array(greatestTeam + 1);
	let states = new Uint8Array(greatestTeam + 1);
	let startRounds = new Uint8Array(greatestTeam + 1);
	let teamByUser = new Int32Array(greatestUser + 1);
	let texts = Buffer.allocUnsafe(Math.max(1024, (greatestTeam + 1) * TEXT));
	let textView = viewOf(texts);
	let used = 0;
	let traitsVersion = 0;
	const fetched = new Uint8Array(1);
	const squadCodeOf = new Map<number, number>();
	const slots = new Int32Array(MOST_SLOTS);

	const grown = <Column extends Int32Array | Uint8Array>(column: Column, length: number): Column => {
		if (column.length >= length) return column;
		const next = new (column.constructor as new (length: number) => Column)(Math.ceil(length * 1.3));
		next.set(column);
		return next;
	};
	const growTo = (team: TeamId, user: UserId) => {
		ints = grown(ints, (team + 1) * WIDTH);
		squadCodes = grown(squadCodes, team + 1);
		states = grown(states, team + 1);
		startRounds = grown(startRounds, team + 1);
		teamByUser = grown(teamByUser, user + 1);
	};
	const codeOf = (squad: number): number => {
		if (squad === 0) return 0;
		const code = squadCodeOf.get(squad) ?? squadCodeOf.size + 1;
		squadCodeOf.set(squad, code);
		return code;
	};
	/** Where a team's text stands now: where it stood before, as long as it is no longer than that one. */
	const keepText = (text: Buffer, at: number): number => {
		const before = ints[at + TEXT_FROM] ?? 0;
		if (text.length <= (ints[at + TEXT_LENGTH] ?? 0)) return text.copy(texts, before) && before;
		if (used + text.length + SPARE > texts.length) {
			const roomier = Buffer.allocUnsafe(Math.ceil((used + text.length + SPARE) * 1.5));
			texts.copy(roomier, 0, 0, used);
			texts = roomier;
			textView = viewOf(texts);
		}
		text.copy(texts, used);
		used += text.length;
		return used - text.length;
	};

	return {
		squadCodeOf,
		get squadCodes() {
			return squadCodes;
		},
		get states() {
			return states;
		},
		get startRounds() {
			return startRounds;
		},
		take: (read) => {
			const team = read.int();
			const user = read.int();
			growTo(team, user);
			const start = read.int();
			const squad = read.int();
			const [squadCode, state] = [codeOf(squad), read.int()];
			const isSame = startRounds[team] === start && squadCodes[team] === squadCode && states[team] === state;
			if (!isSame || teamByUser[user] !== team) traitsVersion++;
			[startRounds[team], squadCodes[team], states[team], teamByUser[user]] = [start, squadCode, state, team];
			const count = read.ints(slots);
			let value = 0;
			for (let slot = 0; slot < count; slot++) value += costOf(slots[slot] ?? 0);
			const text = asciiJson(read.bytes());
			ints.set([value, keepText(text, team * WIDTH), text.length, start], team * WIDTH);
		},
		teamOf: (userId) => teamByUser[userId] || null,
		valueOf: (teamId) => ints[teamId * WIDTH + VALUE] ?? 0,
		startOf: (teamId) => ints[teamId * WIDTH + START] || null,
		writeText: (teamId, out) => {
			const at = teamId * WIDTH;
			out.part(textView, ints[at + TEXT_FROM] ?? 0, ints[at + TEXT_LENGTH] ?? 0);
		},
		fetch: (teamId) => {
			const from = ints[teamId * WIDTH + TEXT_FROM] ?? 0;
			fetched[0] = (texts[from] ?? 0) + (texts[from + LINE] ?? 0);
		},
		get traitsVersion() {
			return traitsVersion;
		},
	};
}
