import type { RulesPreset } from "@first-bounce/rules/season-rules/presets";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import type { FetchedFixture } from "./build-fixture.ts";
import type { FetchedSquad } from "./build-players.ts";
import type { PricedPlayer } from "./build-prices.ts";

export interface FetchedSeason {
	readonly id: number;
	readonly name: string;
	readonly lastRound: number;
	readonly preset: RulesPreset;
	readonly squads: readonly FetchedSquad[];
	readonly fixture: FetchedFixture;
	readonly players: readonly PricedPlayer[];
}

/** Builds the files that `season import` reads. Results and stats come from the live feed. */
export function buildFiles(season: FetchedSeason): Map<string, string> {
	const { id, name, lastRound, preset, squads, fixture, players } = season;
	return new Map([
		// Themed rounds are left out, because the default ones have the dates of 2025.
		["season.json", `${JSON.stringify({ id, name, lastRound, ...preset.rules, themedRounds: [] }, null, "\t")}\n`],
		[
			"squads.csv",
			formatCsv(
				"id,name,abbreviation,provider_id",
				squads.map((squad) => [squad.id, squad.name, squad.abbreviation, squad.providerId]),
			),
		],
		[
			"rounds.csv",
			formatCsv(
				"id,name,finals",
				fixture.rounds.map((round) => [round.id, round.name, round.isFinal]),
			),
		],
		[
			"matches.csv",
			formatCsv(
				"id,round_id,home_squad_id,away_squad_id,start_utc,venue,time_zone,home_score,away_score,provider_id",
				fixture.matches.map((match) => [
					match.id,
					match.roundId,
					match.homeSquadId,
					match.awaySquadId,
					new Date(match.startsAt).toISOString(),
					match.venue,
					match.timeZone,
					null,
					null,
					match.providerId,
				]),
			),
		],
		[
			"players.csv",
			formatCsv(
				"id,first_name,last_name,squad_id,position,birthday,round1_price,provider_id",
				players.map((player) => [
					player.id,
					player.firstName,
					player.lastName,
					player.squadId,
					player.positions.join("/"),
					player.birthday,
					player.price,
					player.providerId,
				]),
			),
		],
	]);
}
