import { getSquadPreset, getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import { LINES } from "@first-bounce/rules/player";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { buildDraftShape, writeDraftRow } from "@first-bounce/scoring/draft-rows";
import { createEngine } from "@first-bounce/scoring/engine";
import { createPlayerIndex } from "@first-bounce/scoring/player-index";
import { DID_NOT_PLAY_SCORE, type PlayerTable } from "@first-bounce/scoring/player-table";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import { buildTeamRows } from "../../apps/server/features/standings/standings-view.ts";
import { type Comparison, compareWithLimit, measureInTurns, measureMs } from "../measure.ts";
import { generatePlayers, generateTeams } from "./generated-round.ts";
import { createRandom } from "./random.ts";

const TEAMS_PER_LEAGUE = 10;
const MAX_BYTES = 300;
const NS_PER_MS = 1_000_000;
/** How often managers keep a player who does not play: about one in twenty on field, as in classic teams. */
const SHARE_KEPT = 0.2;

const squad = getSquadPreset(TEAMS_PER_LEAGUE);
const shape = buildDraftShape({ ...squad, hasCaptain: true });

/** Shuffles the players of a line, those who did not play to the end but for a few. */
function orderLine(line: number, { scores, positions }: PlayerTable, random: () => number): number[] {
	const getKey = (player: number) =>
		random() + (scores[player] === DID_NOT_PLAY_SCORE && random() > SHARE_KEPT ? 1 : 0);
	return [...positions.keys()]
		.filter((player) => player > 0 && (positions[player] ?? 0) & (1 << line))
		.map((player) => [getKey(player), player] as const)
		.sort(([a], [b]) => a - b)
		.map(([, player]) => player);
}

/** Fills rows with the teams of leagues, in each of which a player has one owner. */
function generateDraftTeams(leagues: number, players: PlayerTable): Uint16Array<ArrayBuffer> {
	const random = createRandom(38);
	const index = createPlayerIndex(players.positions.keys());
	const rows = new Uint16Array(leagues * TEAMS_PER_LEAGUE * ROW_WORDS);
	const counts = [...LINES.map((line) => squad.field[line]), ...LINES.map((line) => squad.bench[line])];
	const slots = new Int32Array(getSquadSize(squad));
	for (let league = 0; league < leagues; league++) {
		const taken = new Set<number>();
		const lines = LINES.map((_, line) => orderLine(line, players, random).toReversed());
		const take = (line: number): number => {
			for (;;) {
				const player = lines[line]?.pop() ?? 0;
				if (taken.has(player)) continue;
				if (player > 0) taken.add(player);
				return player;
			}
		};
		for (let team = 0; team < TEAMS_PER_LEAGUE; team++) {
			const filled = counts.flatMap((count, place) => Array.from({ length: count }, () => take(place % LINES.length)));
			slots.set([...filled, take(team % 2 === 0 ? 0 : 3)]);
			const [captainId = 0, viceCaptainId = 0] = slots.subarray(Math.floor(random() * 8));
			const lineup = { slots, captainId, viceCaptainId, isEmergency: () => true };
			writeDraftRow(lineup, shape, index, rows, (league * TEAMS_PER_LEAGUE + team) * ROW_WORDS);
		}
	}
	return rows;
}

const measureMemory = (): number => {
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
};

/** Compares the cost of a draft team with that of a classic one beside it, and its memory with what it may take. */
export async function compareDraftTeams(
	{ classicTeams, leagues, runs }: { readonly classicTeams: number; readonly leagues: number; readonly runs: number },
	log: (line: string) => void,
): Promise<Comparison[]> {
	const players = generatePlayers();
	const packed = new Uint16Array(classicTeams * ROW_WORDS);
	generateTeams(packed, players);
	const engine = createEngine(buildRowLayout(DEFAULT_SEASON_RULES), classicTeams);
	engine.setLineups(0, packed);
	const drafted = leagues * TEAMS_PER_LEAGUE;
	const rows = generateDraftTeams(leagues, players);
	log(`${drafted.toLocaleString("en")} draft teams in ${leagues.toLocaleString("en")} leagues`);

	const before = measureMemory();
	engine.setDraftLineups(0, rows);
	// What the server keeps beside the engine: ids that follow those of classic teams, and points.
	const held = buildTeamRows(
		Int32Array.from({ length: drafted }, (_, row) => classicTeams + row + 1),
		drafted,
	);
	const points = engine.scoreDrafts(players);
	const bytes = (measureMemory() - before) / drafted;
	const { classic, draft } = await measureInTurns(
		{
			// Scores without ranking, as draft teams are scored.
			classic: async () => ((await measureMs(() => engine.project(players))) / classicTeams) * NS_PER_MS,
			draft: async () => ((await measureMs(() => engine.scoreDrafts(players))) / drafted) * NS_PER_MS,
		},
		{ runs, warmups: 3 },
	);
	if (held.teamIds.length !== points.length) throw new Error("A draft team has no points");
	return [
		{
			label: "a draft team, scored",
			result: draft,
			floorName: "a classic team, scored",
			floor: classic,
			unit: "ns",
			goal: { kind: "at most", ratio: 1 },
		},
		compareWithLimit("memory of a draft team", [bytes], MAX_BYTES, "bytes"),
	];
}
