import { STATES } from "@first-bounce/contract/constants";
import type { Dollars, PlayerId, RoundId, SquadId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { RowReader } from "../standings/copy-binary.ts";

/** Whose team it is, as rankings show it; names are empty for a deactivated account. */
export interface TeamOwner {
	readonly userId: UserId;
	readonly fullName: string;
	readonly teamName: string;
	readonly avatarVersion: number;
	readonly supportedSquadId: SquadId | null;
	readonly startRoundId: RoundId | null;
	/** Of the latest line-up that is locked whole, at today's prices; 0 before the first. */
	readonly value: Dollars;
}

/** What teams are filtered and averaged by, in columns by team id; 0 where a team has none or is of another season. */
export interface TeamTraits {
	readonly squads: Int32Array;
	/** Place in STATES, from 1. */
	readonly states: Uint8Array;
	readonly startRounds: Uint8Array;
}

/** The code of a state in `TeamTraits`; 0 for an unknown one. */
export const stateCode = (state: string): number => (STATES as readonly string[]).indexOf(state) + 1;

/** Every team of a season, in columns by team id rather than objects: about 80 bytes a team with usual names. */
export interface TeamDirectory extends TeamTraits {
	readonly ownerOf: (teamId: TeamId) => TeamOwner;
	readonly teamOf: (userId: UserId) => TeamId | null;
	/** Goes up whenever a team is added or its squad, state or start round changes. */
	readonly traitsVersion: number;
	/** Adds or replaces one team from a row of `teamColumns`. */
	readonly add: (row: RowReader) => void;
}

/** What `TeamDirectory.add` reads, of a teams row `t` and a users row `u`; line-ups after `lockedRound` are not read. */
export const teamColumns = (lockedRound: RoundId): string => `t.id, t.user_id, t.start_round_id, u.supported_squad_id,
	array_position(ARRAY[${STATES.map((state) => `'${state}'`).join()}], u.state),
	CASE WHEN u.is_active THEN u.avatar_version ELSE 0 END,
	(SELECT slots FROM lineups l WHERE l.team_id = t.id AND l.round_id <= ${Number(lockedRound)}
		ORDER BY l.round_id DESC LIMIT 1),
	CASE WHEN u.is_active THEN u.first_name || ' ' || left(u.last_name, 1) || '.' ELSE '' END,
	CASE WHEN u.is_active THEN coalesce(u.team_name, '') ELSE '' END`;

const MAX_SLOTS = 64;
const GROWTH = 1.3;

type Column = Int32Array | Uint8Array;

/** An empty directory; `costOf` is a player's price today. */
export function createTeamDirectory(costOf: (playerId: PlayerId) => Dollars): TeamDirectory {
	let owners = new Int32Array(0);
	let teamsByUser = new Int32Array(0);
	let values = new Int32Array(0);
	let avatarVersions = new Int32Array(0);
	let squads = new Int32Array(0);
	let states = new Uint8Array(0);
	let startRounds = new Uint8Array(0);
	const teamNames: string[] = [];
	const fullNames: string[] = [];
	/** Many managers share a first name and an initial: one string serves them all. */
	const knownNames = new Map<string, string>();
	const slots = new Int32Array(MAX_SLOTS);
	let traitsVersion = 0;

	function grown<C extends Column>(column: C, length: number): C {
		if (column.length >= length) return column;
		const longer = new (column.constructor as new (length: number) => C)(Math.ceil(length * GROWTH));
		longer.set(column);
		return longer;
	}

	function growTo(teamId: TeamId, userId: UserId): void {
		owners = grown(owners, teamId + 1);
		values = grown(values, teamId + 1);
		avatarVersions = grown(avatarVersions, teamId + 1);
		squads = grown(squads, teamId + 1);
		states = grown(states, teamId + 1);
		startRounds = grown(startRounds, teamId + 1);
		teamsByUser = grown(teamsByUser, userId + 1);
	}

	function sharedName(name: string): string {
		if (!knownNames.has(name)) knownNames.set(name, name);
		return knownNames.get(name) ?? name;
	}

	return {
		get squads() {
			return squads;
		},
		get states() {
			return states;
		},
		get startRounds() {
			return startRounds;
		},
		get traitsVersion() {
			return traitsVersion;
		},
		add: (row) => {
			const teamId = row.int();
			const userId = row.int();
			growTo(teamId, userId);
			const startRound = row.int();
			const squad = row.int();
			const state = row.int();
			const isSame = startRounds[teamId] === startRound && squads[teamId] === squad && states[teamId] === state;
			if (!isSame || teamsByUser[userId] !== teamId) traitsVersion++;
			startRounds[teamId] = startRound;
			squads[teamId] = squad;
			states[teamId] = state;
			owners[teamId] = userId;
			teamsByUser[userId] = teamId;
			avatarVersions[teamId] = row.int();
			const count = row.ints(slots);
			let value = 0;
			for (let slot = 0; slot < count; slot++) value += costOf(slots[slot] ?? 0);
			values[teamId] = value;
			fullNames[teamId] = sharedName(row.bytes().toString());
			teamNames[teamId] = row.bytes().toString();
		},
		teamOf: (userId) => teamsByUser[userId] || null,
		ownerOf: (teamId) => ({
			userId: owners[teamId] ?? 0,
			fullName: fullNames[teamId] ?? "",
			teamName: teamNames[teamId] ?? "",
			avatarVersion: avatarVersions[teamId] ?? 0,
			supportedSquadId: squads[teamId] || null,
			startRoundId: startRounds[teamId] || null,
			value: values[teamId] ?? 0,
		}),
	};
}
