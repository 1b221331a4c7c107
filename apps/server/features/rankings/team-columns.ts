import type { Dollars, PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { RowReader } from "../standings/copy-binary.ts";
import type { TeamTraits } from "./team-traits.ts";

/** Columns of whole numbers a team has. */
const [USER, AVATAR, VALUE, NAMES_FROM, NAMES_LENGTH, WIDTH] = [0, 1, 2, 3, 4, 5];
const MOST_SLOTS = 64;

/** Every team of a season in columns by team id, names as bytes: a million take some hundred megabytes and no objects. */
export interface TeamColumns extends TeamTraits {
	/** 0 for an id that is no team's here. */
	readonly userOf: (teamId: TeamId) => UserId;
	readonly avatarOf: (teamId: TeamId) => number;
	/** Of the latest line-up at today's prices. */
	readonly valueOf: (teamId: TeamId) => Dollars;
	readonly squadOf: (teamId: TeamId) => number | null;
	/** The fields fullName and teamName of JSON as bytes; empty names for a deactivated account (decisions §3). */
	readonly namesOf: (teamId: TeamId) => Uint8Array;
	readonly teamOf: (userId: UserId) => TeamId | null;
	/** Takes one row: team, user, start round, squad, state code, avatar version, slots, names as JSON. */
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
	let names = Buffer.allocUnsafe(Math.max(1024, (greatestTeam + 1) * 64));
	let used = 0;
	const squads = [0];
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
		const code = squadCodeOf.get(squad) ?? squads.push(squad) - 1;
		squadCodeOf.set(squad, code);
		return code;
	};
	const keepName = (bytes: Buffer): number => {
		if (used + bytes.length > names.length) {
			const roomier = Buffer.allocUnsafe(Math.ceil((used + bytes.length) * 1.5));
			names.copy(roomier, 0, 0, used);
			names = roomier;
		}
		bytes.copy(names, used);
		used += bytes.length;
		return used - bytes.length;
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
			startRounds[team] = read.int();
			squadCodes[team] = codeOf(read.int());
			states[team] = read.int();
			const avatar = read.int();
			const count = read.ints(slots);
			let value = 0;
			for (let slot = 0; slot < count; slot++) value += costOf(slots[slot] ?? 0);
			const name = read.bytes();
			ints.set([user, avatar, value, keepName(name), name.length], team * WIDTH);
			teamByUser[user] = team;
		},
		teamOf: (userId) => teamByUser[userId] || null,
		userOf: (teamId) => ints[teamId * WIDTH + USER] ?? 0,
		avatarOf: (teamId) => ints[teamId * WIDTH + AVATAR] ?? 0,
		valueOf: (teamId) => ints[teamId * WIDTH + VALUE] ?? 0,
		squadOf: (teamId) => squads[squadCodes[teamId] ?? 0] || null,
		namesOf: (teamId) => {
			const from = ints[teamId * WIDTH + NAMES_FROM] ?? 0;
			return names.subarray(from, from + (ints[teamId * WIDTH + NAMES_LENGTH] ?? 0));
		},
	};
}
