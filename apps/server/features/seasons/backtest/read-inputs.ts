import type { PlayerId } from "@first-bounce/rules/ids";
import { isNobody, type Lineup, type Slot } from "@first-bounce/rules/lineup/lineup";
import { canFill, getPlayerAt, listSlots } from "@first-bounce/rules/lineup/slots";
import { readTable } from "../import/csv/csv-table.ts";
import type { ProblemList } from "../import/csv/problem-list.ts";
import { type HistoricTeam, readLineups } from "../import/files/read-lineups.ts";
import type { ImportedPlayer, SeasonData } from "../import/files/season-data.ts";
import type { StartTeam } from "./backtest.ts";

/** Reads a file with the columns `player` and `share`, the share of teams from 0 to 1 that own the player. */
export async function readOwnership(file: string, season: SeasonData, problems: ProblemList) {
	const table = await readTable(file, () => ["player", "share"], problems, { name: file });
	const playerIds = new Set(season.players.map(({ id }) => id));
	const shares = new Map<PlayerId, number>();
	for (const row of table?.rows ?? []) {
		const id = row.readId("player");
		const share = row.readRaw("share") === "" ? Number.NaN : Number(row.readRaw("share"));
		if (!(share >= 0 && share <= 1))
			row.reportProblem(`share is not a number from 0 to 1 (${row.readRaw("share") || "empty"})`);
		if (id === null) continue;
		if (!playerIds.has(id)) row.reportProblem(`unknown player ${id}`);
		if (shares.has(id)) row.reportProblem(`player ${id} is a duplicate`);
		shares.set(id, share);
	}
	return shares;
}

/** Reads the team with this id from a file of line-ups of the first round; null if there are problems. */
export async function readStartTeam(
	{ file, team: id }: { readonly file: string; readonly team: number },
	season: SeasonData,
	problems: ProblemList,
): Promise<StartTeam | null> {
	const countBefore = problems.list.length;
	const [firstRoundId = 1] = season.rounds;
	const teams = await readLineups({ file, roundId: firstRoundId }, season.rules, new Map(), problems);
	if (problems.list.length > countBefore) return null;
	const found = teams.find(({ team }) => team === id);
	if (!found) {
		problems.add(file, null, `has no team ${id}`);
		return null;
	}
	return checkStartTeam(found, season, problems);
}

function checkStartTeam({ team, lineup, file, line }: HistoricTeam, season: SeasonData, problems: ProblemList) {
	const players = new Map(season.players.map((player) => [player.id, player]));
	const unknownPlayers: ImportedPlayer[] = [];
	const countBefore = problems.list.length;
	for (const slot of listSlots(season.rules)) {
		const id = getPlayerAt(lineup, slot);
		const player = players.get(id);
		if (isNobody(id)) problems.add(file, line, `team ${team} has an empty slot`);
		else if (!player) unknownPlayers.push(createUnknownPlayer(id, slot, season));
		else if (!canFill({ position: player.positions }, slot))
			problems.add(
				file,
				line,
				`player ${id} of team ${team} is a ${player.positions.join("/")} and cannot play ${slot.line}`,
			);
	}
	checkCaptains(lineup, { file, line, team }, problems);
	return problems.list.length > countBefore ? null : { lineup, unknownPlayers };
}

function checkCaptains(
	{ field, captainId, viceCaptainId }: Lineup,
	{ file, line, team }: Pick<HistoricTeam, "file" | "line" | "team">,
	problems: ProblemList,
): void {
	const onField = new Set(Object.values(field).flat());
	for (const [role, id] of [
		["captain", captainId],
		["vice_captain", viceCaptainId],
	] as const) {
		if (!isNobody(id) && !onField.has(id)) problems.add(file, line, `${role} ${id} of team ${team} is not on field`);
	}
}

/**
 * Creates a player who is only in the line-ups: her position is her slot's line, she has no club and costs the floor
 * price.
 */
const createUnknownPlayer = (id: PlayerId, { line }: Slot, { rules, rounds }: SeasonData): ImportedPlayer => ({
	id,
	firstName: "",
	lastName: String(id),
	squadId: 0,
	positions: [line ?? "DEF"],
	birthday: null,
	fromRound: rounds[0] ?? 1,
	openingPrice: rules.floorPrice,
	providerId: null,
});
