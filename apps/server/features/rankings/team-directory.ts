import { STATES } from "@first-bounce/contract/constants";
import type { Dollars, PlayerId, RoundId, SquadId, TeamId, UserId } from "@first-bounce/rules/ids";
import { formatPublicName } from "../names/public-name.ts";
import type { RowReader } from "../standings/copy-queries.ts";
import { createTextPool } from "./text-pool.ts";

/** The owner of a team as shown in rankings; names are empty for a deactivated account. */
export interface TeamOwner {
	readonly userId: UserId;
	readonly fullName: string;
	readonly teamName: string;
	readonly avatarVersion: number;
	readonly supportedSquadId: SquadId | null;
	readonly startRoundId: RoundId | null;
	/** The value of the latest completely locked line-up at today's prices; 0 before the first. */
	readonly value: Dollars;
}

/** The traits that teams are filtered and averaged by; 0 if a team has none or belongs to another season. */
export interface TeamTraits {
	readonly getSquadId: (teamId: TeamId) => SquadId;
	/** The position in STATES, from 1. */
	readonly getTeamStateCode: (teamId: TeamId) => number;
	readonly getStartRound: (teamId: TeamId) => RoundId;
	/** Whether any user supports this squad, or has supported it since the process started. */
	readonly isSupported: (squadId: SquadId) => boolean;
}

/** Gets the code of a state in `TeamTraits`; 0 for an unknown one. */
export const getStateCode = (state: string): number => (STATES as readonly string[]).indexOf(state) + 1;

/** Every team of a season, packed in about 80 bytes per team instead of objects. */
export interface TeamDirectory extends TeamTraits {
	readonly getOwner: (teamId: TeamId) => TeamOwner;
	readonly findTeamId: (userId: UserId) => TeamId | null;
	/** Increases when a team is added or its squad, state or start round changes. */
	readonly traitsVersion: number;
	/** Adds or replaces one team. Reads the columns of a row of `buildDirectoryQuery` in their order. */
	readonly add: (row: RowReader) => void;
}

const MAX_SLOTS = 64;
const GROWTH = 1.1;

/** TEAM_NAME is an offset in the pool of team names, FULL_NAME an index in the list of full names. */
const [OWNER, VALUE, AVATAR_VERSION, SQUAD, STATE, START_ROUND, TEAM_NAME, FULL_NAME] = [0, 1, 2, 3, 4, 5, 6, 7];
const RECORD_LENGTH = 8;

function growColumn(column: Int32Array, length: number): Int32Array {
	if (column.length >= length) return column;
	const longer = new Int32Array(Math.ceil(length * GROWTH));
	longer.set(column);
	return longer;
}

/** Creates an empty directory. `getCost` returns a player's current price. */
export function createTeamDirectory(getCost: (playerId: PlayerId) => Dollars): TeamDirectory {
	let records: Int32Array = new Int32Array(0);
	let teamsByUser: Int32Array = new Int32Array(0);
	const teamNames = createTextPool();
	/** Each full name is stored once, because many managers share a first name and an initial. */
	const fullNames = [""];
	const fullNameIndexes = new Map<string, number>([["", 0]]);
	const supportedSquads = new Set<SquadId>();
	const slots = new Int32Array(MAX_SLOTS);
	let traitsVersion = 0;

	const readField = (teamId: TeamId, field: number): number => records[teamId * RECORD_LENGTH + field] ?? 0;

	function updateField(teamId: TeamId, field: number, value: number): boolean {
		const hasChanged = readField(teamId, field) !== value;
		records[teamId * RECORD_LENGTH + field] = value;
		return hasChanged;
	}

	function findNameIndex(fullName: string): number {
		const existing = fullNameIndexes.get(fullName);
		if (existing !== undefined) return existing;
		fullNameIndexes.set(fullName, fullNames.length);
		return fullNames.push(fullName) - 1;
	}

	function readValue(row: RowReader): Dollars {
		const count = row.ints(slots);
		let value = 0;
		for (let slot = 0; slot < count; slot++) value += getCost(slots[slot] ?? 0);
		return value;
	}

	return {
		get traitsVersion() {
			return traitsVersion;
		},
		getSquadId: (teamId) => readField(teamId, SQUAD),
		getTeamStateCode: (teamId) => readField(teamId, STATE),
		getStartRound: (teamId) => readField(teamId, START_ROUND),
		isSupported: (squadId) => supportedSquads.has(squadId),
		add: (row) => {
			const teamId = row.int();
			const userId = row.int();
			records = growColumn(records, (teamId + 1) * RECORD_LENGTH);
			teamsByUser = growColumn(teamsByUser, userId + 1);
			const isNewTeam = teamsByUser[userId] !== teamId;
			const isNewStart = updateField(teamId, START_ROUND, row.int());
			const squad = row.int();
			const isNewSquad = updateField(teamId, SQUAD, squad);
			const isNewState = updateField(teamId, STATE, row.int());
			if (isNewTeam || isNewStart || isNewSquad || isNewState) traitsVersion++;
			if (squad > 0) supportedSquads.add(squad);
			teamsByUser[userId] = teamId;
			updateField(teamId, OWNER, userId);
			updateField(teamId, AVATAR_VERSION, row.int());
			updateField(teamId, VALUE, readValue(row));
			const firstName = row.bytes().toString();
			updateField(teamId, FULL_NAME, findNameIndex(formatPublicName(firstName, row.bytes().toString())));
			updateField(teamId, TEAM_NAME, teamNames.put(row.bytes(), readField(teamId, TEAM_NAME)));
		},
		findTeamId: (userId) => teamsByUser[userId] || null,
		getOwner: (teamId) => ({
			userId: readField(teamId, OWNER),
			fullName: fullNames[readField(teamId, FULL_NAME)] ?? "",
			teamName: teamNames.get(readField(teamId, TEAM_NAME)),
			avatarVersion: readField(teamId, AVATAR_VERSION),
			supportedSquadId: readField(teamId, SQUAD) || null,
			startRoundId: readField(teamId, START_ROUND) || null,
			value: readField(teamId, VALUE),
		}),
	};
}
