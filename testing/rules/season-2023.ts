import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Dollars, PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { LINES, type Line, mapLines } from "@first-bounce/rules/player";
import { computePlayerRound, DID_NOT_PLAY } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { mapStats, STATS, type StatLine } from "@first-bounce/rules/scoring/stats";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";

const folder = new URL("../../fixtures/season-2023/", import.meta.url);

/** The path of a file of the real season, or of its folder. */
export const getSeason2023Path = (file = ""): string => fileURLToPath(new URL(file, folder));

export interface StatRow {
	readonly roundId: RoundId;
	readonly playerId: PlayerId;
	readonly line: StatLine;
	readonly fantasyPoints: Points;
}

export interface PricedPlayer {
	readonly id: PlayerId;
	readonly openingPrice: Dollars;
	readonly priceAfterRound1: Dollars;
}

export interface HistoricTeam {
	readonly team: number;
	readonly lineup: Lineup;
	/** The line of each bench player's slot, which is the only line that she covers. */
	readonly benchLine: ReadonlyMap<PlayerId, Line>;
	readonly points: Points;
}

type Row = (column: string) => string;

function readRows(file: string): Row[] {
	const [header = "", ...lines] = readFileSync(getSeason2023Path(file), "utf8").trim().split(/\r?\n/);
	const columns = header.split(",");
	return lines.map((line) => {
		const cells = line.split(",");
		return (column) => cells[columns.indexOf(column)] ?? "";
	});
}

const parseIds = (cell: string): PlayerId[] => cell.split(" ").filter(Boolean).map(Number);

/** The season's own rules, in which handballs score 2. */
export const readSeason2023Rules = (): { scoring: Record<string, number> } =>
	JSON.parse(readFileSync(getSeason2023Path("season.json"), "utf8"));

export const readSeason2023Stats = (): StatRow[] =>
	readRows("stats.csv").map((row) => ({
		roundId: Number(row("round_id")),
		playerId: Number(row("player_id")),
		fantasyPoints: Number(row("fantasy_points")),
		line: {
			...mapStats((key) => Number(row(STATS[key].column))),
			TOG: Number(row("tog_percentage")),
		},
	}));

export const readSeason2023Players = (): PricedPlayer[] =>
	readRows("players.csv").map((row) => ({
		id: Number(row("id")),
		openingPrice: Number(row("round1_price")),
		priceAfterRound1: Number(row("round2_price")),
	}));

export const readSeason2023Positions = (): Map<PlayerId, readonly Line[]> =>
	new Map(
		readRows("players.csv").map((row) => [
			Number(row("id")),
			row("position")
				.split(/[\s/;]+/)
				.filter(Boolean) as Line[],
		]),
	);

export const readSeason2023Lineups = (): HistoricTeam[] =>
	readRows("lineups_round1.csv").map((row) => {
		const field = mapLines((line) => parseIds(row(line)));
		const bench = mapLines((line) => parseIds(row(`bench_${line}`)));
		const benched = LINES.flatMap((line) => bench[line].map((id): [PlayerId, Line] => [id, line]));
		return {
			team: Number(row("team")),
			points: Number(row("round1_points")),
			benchLine: new Map(benched),
			lineup: {
				field,
				bench,
				utilityId: Number(row("utility")),
				captainId: Number(row("captain")),
				viceCaptainId: Number(row("vice_captain")),
				emergency: benched.map(([id]) => id),
			},
		};
	});

/** The points of the first real line-ups over the ten rounds of 2023, by round and team. */
export function scoreSeason2023(teamCount: number): number[][] {
	const rules = {
		...DEFAULT_SEASON_RULES,
		scoring: { ...DEFAULT_SEASON_RULES.scoring, ...readSeason2023Rules().scoring },
	};
	const positions = readSeason2023Positions();
	const teams = readSeason2023Lineups().slice(0, teamCount);
	const stats = Map.groupBy(readSeason2023Stats(), ({ roundId }) => roundId);
	return Array.from({ length: 10 }, (_, index) => {
		const played = new Map(
			(stats.get(index + 1) ?? []).map(({ playerId, line }) => [playerId, computePlayerRound([line], true, rules)]),
		);
		return teams.map(
			({ lineup }) =>
				scoreLineup(
					lineup,
					(id) => played.get(id) ?? DID_NOT_PLAY,
					(id) => positions.get(id) ?? [],
					rules,
				).points,
		);
	});
}
