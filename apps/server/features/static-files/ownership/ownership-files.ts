import type { OwnershipFile } from "@first-bounce/contract/stats/static-data";
import { computeOwnershipPercent, OWNERSHIP_FIGURES } from "@first-bounce/rules/ownership/ownership";
import type { GroupOwnership } from "../../../db/tables/ownership.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import { listPlayerCells, PLAYER_COLUMNS } from "../player-cells.ts";
import type { CountedRound } from "./queries.ts";

const buildPlayers = ({ teams, players }: GroupOwnership): OwnershipFile["groups"][number]["players"] =>
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

export const buildOwnershipFile = ({ round_id: roundId, groups }: CountedRound): OwnershipFile => ({
	roundId,
	groups: groups.map((group) => ({ top: group.top, teams: group.teams, players: buildPlayers(group) })),
});

/** The name of a figure's column, such as `traded_in`. */
const formatColumn = (figure: string): string => figure.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);

const COLUMNS = [
	"round.roundNumber",
	"top",
	"teams",
	...PLAYER_COLUMNS,
	...OWNERSHIP_FIGURES.map(formatColumn),
	...OWNERSHIP_FIGURES.map((figure) => `${formatColumn(figure)}_percent`),
	"squad_id",
	"player_id",
];

/** Formats ownership.csv: a row for each player in each group in which a team had or traded her. */
export function formatOwnershipCsv(
	season: Pick<SeasonSnapshot, "squads" | "players">,
	rounds: readonly CountedRound[],
): string {
	const rows = rounds.flatMap(({ round_id: roundId, groups }) =>
		groups.flatMap((group) =>
			buildPlayers(group).map((figures) => {
				const { cells, squadId } = listPlayerCells(season, figures.id, roundId);
				return [
					roundId,
					group.top ?? "all",
					group.teams,
					...cells,
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
