import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { canFill, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Kysely } from "kysely";
import type { Tables } from "../../apps/server/db/tables/tables.ts";
import { buildSeasonData } from "../../apps/server/features/seasons/generator/build-season-data.ts";
import type { FixtureMatch } from "../../apps/server/features/seasons/generator/fixture.ts";
import { type GeneratedSeason, generateSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";
import { createRandom, type Random } from "../../apps/server/features/seasons/generator/random.ts";
import { buildSeasonTables } from "../../apps/server/features/seasons/import/merge/season-tables.ts";
import { saveChanges } from "../../apps/server/features/seasons/import/season-row-queries.ts";
import { seedLeagues } from "./generated-leagues.ts";

export interface SoakSeason {
	readonly id: number;
	readonly generated: GeneratedSeason;
	readonly rounds: number;
	readonly teams: number;
	/** Changes the captains of some teams before a round; depends on the seed only. */
	readonly changeLineups: (db: Kysely<Tables>, roundId: number) => Promise<void>;
}

interface SoakSeasonOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly teams: number;
	/** Gets the start of a match; by default the one in the generated fixture. */
	readonly getStart?: (match: FixtureMatch) => SeasonTime;
}

/** Midnight UTC of a Friday. */
export const FIRST_DAY = Date.parse("2026-08-28T00:00:00Z");
/** How long after its last match a round is published. */
export const REVIEW_MINUTES = 60;

function pickLineup({ footballers, rules }: GeneratedSeason, random: Random): PlayerId[] {
	const pickedIds = new Set<PlayerId>();
	return listSlots(rules).map((slot) => {
		const [player] = random.shuffle(
			footballers.filter(
				({ id, position, squadId }) =>
					canFill({ id, position, squadId, name: "", cost: 0 }, slot) && !pickedIds.has(id),
			),
		);
		if (!player) throw new Error("No player is left for a slot");
		pickedIds.add(player.id);
		return player.id;
	});
}

/** Seeds a generated season that is no demo, so that it gets its stats from a provider only. */
export async function seedSoakSeason(
	db: Kysely<Tables>,
	{ seed, rounds, teams, getStart = ({ startsAt }) => startsAt }: SoakSeasonOptions,
): Promise<SoakSeason> {
	const fullSeason = generateSeason({ seed, id: 7, name: "Soak season", firstDay: FIRST_DAY });
	const rules = { ...fullSeason.rules, lastRound: rounds, finalAfterMinutes: REVIEW_MINUTES };
	const matches = fullSeason.matches
		.filter(({ roundId }) => roundId <= rounds)
		.map((match) => ({ ...match, startsAt: getStart(match) }));
	const generated = { ...fullSeason, rules, matches };
	const random = createRandom(`soak teams ${seed}`);
	await db.transaction().execute(async (transaction) => {
		const season = { id: generated.id, name: generated.name, rules: JSON.stringify(rules), is_current: true };
		await transaction.insertInto("seasons").values(season).execute();
		const tables = buildSeasonTables(buildSeasonData(generated, 0)).map((table) => ({
			table,
			added: table.rows,
			changed: [],
			removed: [],
		}));
		await saveChanges(transaction, generated.id, tables);
		for (let team = 1; team <= teams; team++) {
			const slots = pickLineup(generated, random);
			// 16 slots on field, 4 on the bench, and the utility.
			const bench = slots.slice(16, 20);
			const [captain_id = 0, vice_captain_id = 0] = slots;
			const start = team % 5 === 0 ? 2 : 1;
			await transaction
				.insertInto("users")
				.values({ first_name: "Soak", last_name: `${team}`, email: `soak${team}@example.test` })
				.execute();
			const { id } = await transaction
				.insertInto("teams")
				.values({
					season_id: generated.id,
					user_id: team,
					start_round_id: start,
					completed_at: new Date(FIRST_DAY - team),
				})
				.returning("id")
				.executeTakeFirstOrThrow();
			const emergency = team % 3 === 0 ? bench.slice(0, 2) : bench;
			await transaction
				.insertInto("lineups")
				.values({ team_id: id, round_id: start, slots, captain_id, vice_captain_id, emergency, bank: 0 })
				.execute();
		}
		await seedLeagues(transaction, { seasonId: generated.id, teams, rounds, random: random.fork("leagues") });
	});
	return {
		id: generated.id,
		generated,
		rounds,
		teams,
		changeLineups: async (database, roundId) => {
			const lineupRandom = createRandom(`soak line-ups ${seed} ${roundId}`);
			if (roundId < 3) return;
			for (let team = 1; team <= teams; team++) {
				if (!lineupRandom.chance(0.4)) continue;
				const last = await database
					.selectFrom("lineups")
					.where("team_id", "=", team)
					.where("round_id", "<", roundId)
					.selectAll()
					.orderBy("round_id", "desc")
					.limit(1)
					.executeTakeFirstOrThrow();
				const [captain_id = 0, vice_captain_id = 0] = lineupRandom.shuffle(last.slots.slice(0, 16));
				await database
					.insertInto("lineups")
					.values({ ...last, round_id: roundId, captain_id, vice_captain_id })
					.onConflict((conflict) => conflict.doNothing())
					.execute();
			}
		},
	};
}

export const listMatchesOfRound = ({ generated }: SoakSeason, roundId: number) =>
	generated.matches.filter((match) => match.roundId === roundId).toSorted((a, b) => a.startsAt - b.startsAt);

/** Gets the start of a round's first match, and the end of its last match if it takes `maxMatchMs`. */
export function getRoundSpan(
	season: SoakSeason,
	roundId: number,
	maxMatchMs: number,
): readonly [SeasonTime, SeasonTime] {
	const starts = listMatchesOfRound(season, roundId).map(({ startsAt }) => startsAt);
	return [Math.min(...starts), Math.max(...starts) + maxMatchMs];
}
