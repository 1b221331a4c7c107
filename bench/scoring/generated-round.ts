import { LINES } from "@first-bounce/rules/player";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { DID_NOT_PLAY_SCORE, type PlayerTable } from "@first-bounce/scoring/player-table";
import {
	buildRowLayout,
	CAPTAIN_WORD,
	FLAGS_WORD,
	PRESENT_BIT,
	ROW_WORDS,
	VICE_CAPTAIN_WORD,
} from "@first-bounce/scoring/row-layout";
import { createRandom } from "./random.ts";

const SQUADS = 18;
const SQUAD_SIZE = 30;
const PLAYERS = SQUADS * SQUAD_SIZE;
const SHARE_PLAYED = 0.8;
/** The share of players with a second position. */
const SHARE_DUAL = 0.3;
/**
 * How often an absent player is picked compared with others. With this weight about one in twenty players on field is
 * absent, as in a real round.
 */
const ABSENT_WEIGHT = 0.32;
/** The share of teams that choose their own emergencies. */
const SHARE_OWN_EMERGENCIES = 0.1;
/** The length of the array that the players of a line are drawn from. */
const DRAW_POOL_SIZE = 1 << 16;

const layout = buildRowLayout(DEFAULT_SEASON_RULES);
const ALL_EMERGENCIES = (1 << layout.benchSlots) - 1;
const benchLines = LINES.flatMap((line, index) => Array<number>(DEFAULT_SEASON_RULES.bench[line]).fill(index));

/** Generates 540 players, of whom 80 % played and 30 % have a second position. Index 0 is the empty slot. */
export function generatePlayers(): PlayerTable {
	const random = createRandom(7);
	const scores = new Int32Array(PLAYERS + 1);
	const positions = new Uint8Array(PLAYERS + 1);
	for (let player = 1; player <= PLAYERS; player++) {
		// Of twenty players, six are DEF, six MID, two RUC and six FWD.
		const line = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3][player % 20] ?? 0;
		const second = random() < SHARE_DUAL ? (line + 1 + Math.floor(random() * 3)) % LINES.length : line;
		positions[player] = (1 << line) | (1 << second);
		const score = Math.floor(random() * random() * 150) - 2;
		scores[player] = random() < SHARE_PLAYED ? score : DID_NOT_PLAY_SCORE;
	}
	return { scores, positions };
}

/**
 * Builds an array for each line to draw players from. It contains each player in proportion to how often she is picked; a few
 * are picked very often.
 */
function buildDraws({ scores, positions }: PlayerTable): Uint16Array[] {
	return LINES.map((_, line) => {
		const players = [...positions.keys()].filter((player) => (positions[player] ?? 0) & (1 << line));
		const weights = players.map(
			(player, rank) => (scores[player] === DID_NOT_PLAY_SCORE ? ABSENT_WEIGHT : 1) / (rank + 4),
		);
		const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
		const draws: number[] = [];
		for (const [rank, player] of players.entries()) {
			draws.push(...Array<number>(Math.ceil(((weights[rank] ?? 0) / totalWeight) * DRAW_POOL_SIZE)).fill(player));
		}
		return Uint16Array.from(draws);
	});
}

/** Fills packed rows with generated teams; a tenth of them choose their own emergencies. */
export function generateTeams(rows: Uint16Array, players: PlayerTable): void {
	const random = createRandom(2023);
	const draws = buildDraws(players);
	const pickedBy = new Int32Array(PLAYERS + 1).fill(-1);
	const lines = [...layout.fieldLines, ...benchLines];
	for (let at = 0; at < rows.length; at += ROW_WORDS) {
		const pick = (line: number): number => {
			const choice = draws[line] ?? new Uint16Array(1);
			for (;;) {
				const player = choice[Math.floor(random() * choice.length)] ?? 0;
				if (pickedBy[player] === at) continue;
				pickedBy[player] = at;
				return player;
			}
		};
		for (let slot = 0; slot < lines.length; slot++) rows[at + slot] = pick(lines[slot] ?? 0);
		rows[at + layout.utility] = pick(Math.floor(random() * LINES.length));
		// A captain who did not play is drawn once more.
		let captain = Math.floor(random() * layout.benchStart);
		if (players.scores[rows[at + captain] ?? 0] === DID_NOT_PLAY_SCORE)
			captain = Math.floor(random() * layout.benchStart);
		rows[at + CAPTAIN_WORD] = rows[at + captain] ?? 0;
		rows[at + VICE_CAPTAIN_WORD] = rows[at + ((captain + 1) % layout.benchStart)] ?? 0;
		const hasOwnEmergencies = random() < SHARE_OWN_EMERGENCIES;
		rows[at + FLAGS_WORD] =
			PRESENT_BIT | (hasOwnEmergencies ? Math.floor(random() * (ALL_EMERGENCIES + 1)) : ALL_EMERGENCIES);
	}
}

/** Computes the share of slots on field, and of teams, with a player who did not play. */
export function computeAbsenceShares(rows: Uint16Array, { scores }: PlayerTable): { slots: number; teams: number } {
	let slots = 0;
	let teams = 0;
	for (let at = 0; at < rows.length; at += ROW_WORDS) {
		let absent = 0;
		for (let slot = 0; slot < layout.benchStart; slot++) {
			if (scores[rows[at + slot] ?? 0] === DID_NOT_PLAY_SCORE) absent++;
		}
		slots += absent;
		teams += Number(absent > 0);
	}
	const count = rows.length / ROW_WORDS;
	return { slots: slots / (count * layout.benchStart), teams: teams / count };
}

/** Generates the totals and best rounds of six previous rounds for teams of different skill. */
export function generatePreviousTotals(count: number): { totals: Int32Array; highs: Int32Array } {
	const random = createRandom(12);
	const totals = new Int32Array(count);
	const highs = new Int32Array(count);
	for (let row = 0; row < count; row++) {
		const skill = 800 + 200 * (random() + random());
		let total = 0;
		let high = 0;
		for (let round = 0; round < 6; round++) {
			const points = Math.floor(skill + 400 * (random() + random() - 1));
			total += points;
			high = Math.max(high, points);
		}
		totals[row] = total;
		highs[row] = high;
	}
	return { totals, highs };
}
