import type { OwnershipFile } from "@first-bounce/contract/stats/static-data";
import type { RoundId } from "@first-bounce/rules/ids";
import { computeOwnershipPercent, OWNERSHIP_FIGURES } from "@first-bounce/rules/ownership/ownership";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { Kysely } from "kysely";
import type { OwnershipRow } from "../../../db/tables/season.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import { listOwnership } from "./queries.ts";

const buildPlayers = ({ teams, players }: OwnershipRow): OwnershipFile["groups"][number]["players"] =>
	players.map(([id = 0, owned = 0, captain = 0, doubled = 0, tradedIn = 0, tradedOut = 0]) => ({
		id,
		owned,
		captain,
		doubled,
		tradedIn,
		tradedOut,
		ownedPercent: computeOwnershipPercent(owned, { teams }),
		captainPercent: computeOwnershipPercent(captain, { teams }),
		doubledPercent: computeOwnershipPercent(doubled, { teams }),
		tradedInPercent: computeOwnershipPercent(tradedIn, { teams }),
		tradedOutPercent: computeOwnershipPercent(tradedOut, { teams }),
	}));

/** Builds ownership/{round}.json; null for a round whose ownership has not been counted. */
export async function buildOwnershipFile(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<OwnershipFile | null> {
	const [counted] = await listOwnership(db, seasonId, roundId);
	if (!counted) return null;
	const groups = counted.groups.map((group) => ({ top: group.top, teams: group.teams, players: buildPlayers(group) }));
	return { roundId, groups };
}

const COLUMNS = [
	"round.roundNumber",
	"top",
	"teams",
	"player.playerId",
	"player.givenName",
	"player.surname",
	"team.name",
	"position",
	...OWNERSHIP_FIGURES.map((figure) => figure.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)),
	...OWNERSHIP_FIGURES.map((figure) => `${figure.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}_percent`),
	"squad_id",
	"player_id",
];

/**
 * Builds ownership.csv of the season or of one round: a row for each player in each group in which a team had or traded her.
 * Null if nothing has been counted.
 */
export async function buildOwnershipCsv(
	db: Kysely<Tables>,
	{ seasonId, squads, players }: SeasonSnapshot,
	onlyRound: RoundId | null,
): Promise<string | null> {
	const rounds = await listOwnership(db, seasonId, onlyRound);
	if (rounds.length === 0) return null;
	const squadNames = new Map(squads.map(({ id, name }) => [id, name]));
	const rows = rounds.flatMap(({ round_id: roundId, groups }) =>
		groups.flatMap((group) =>
			buildPlayers(group).map((figures) => {
				const player = players.get(figures.id);
				const squadId = player ? getSquadInRound(player, roundId) : 0;
				return [
					roundId,
					group.top ?? "all",
					group.teams,
					player?.providerId || figures.id,
					player?.firstName ?? "",
					player?.lastName ?? "",
					squadNames.get(squadId) ?? "",
					player ? getPositionsInRound(player.positionHistory, roundId).join("/") : "",
					...OWNERSHIP_FIGURES.map((figure) => figures[figure]),
					...OWNERSHIP_FIGURES.map((figure) => figures[`${figure}Percent`]),
					squadId,
					figures.id,
				];
			}),
		),
	);
	return formatCsv(COLUMNS.join(","), rows);
}
