import { formatPresetName, RULES_PRESET_NAMES, type RulesPresetName } from "@first-bounce/rules/season-rules/presets";
import { Command, InvalidArgumentError, Option } from "commander";
import { readConfig } from "../../config.ts";
import { resolveDataDir } from "../../db/embedded/data-dir.ts";
import { withFullDiskError } from "../../db/full-disk.ts";
import { FetchError } from "../../features/stats-providers/season-fetch/fetch-error.ts";
import { fetchSeason } from "../../features/stats-providers/season-fetch/fetch-season.ts";
import { formatFetchReport } from "../../features/stats-providers/season-fetch/format-report.ts";
import {
	loadPreviousSeasons,
	readPreviousSeason,
	type SeasonSummary,
} from "../../features/stats-providers/season-fetch/previous-seasons.ts";
import { createNumberParser } from "../command-builders.ts";
import { hasDatabase, withDatabase } from "../operator-services.ts";
import { CommandRefusedError, formatCommands, print, printError } from "../output/output.ts";

const HELP = `
Asks the provider for the season's rounds, matches, grounds, clubs and players, at most one request a second, and writes
DIR as season import reads it: season.json, squads.csv, rounds.csv, matches.csv and players.csv. Correct them by hand
before you import them. DIR is written as a whole or not at all; if a run is interrupted, the next one continues.

You may edit three more files in DIR, which the next run follows:
  decisions.csv   what needs a decision, such as players without a jumper number or a match without a ground:
                  fill in the column decision
  positions.csv   what the provider's words for a position mean here, such as MIDFIELDER_FORWARD: MID/FWD
  draft.csv       pick and player_id (CD_I… or its number) of drafted players, for their opening prices

Players and clubs keep the ids they had in the previous season, matched by the provider's id. Opening prices follow
docs/game-rules.md#opening-prices, from the home-and-away matches of the last two seasons: the stats are those of --former
or, without it, of this installation. For a season without such stats, the provider's totals are used, which include
finals.

Every answer is kept in DIR/.answers, and only --refresh asks for it again. You need the provider's permission to use
its data. AFL_API_SEASON_URL and AFL_API_URL change the addresses; requests name PUBLIC_URL and SUPPORT_EMAIL.

Example:
  npm run -s fb -- season fetch --provider afl-api --season 2027 --out ./season-2027
  npm run -s fb -- season fetch --season 2027 --out ./season-2027 --rules first-bounce --former ./season-2026 --refresh`;

interface FetchCommandOptions {
	readonly season: number;
	readonly out: string;
	readonly competition: number;
	readonly rules: RulesPresetName;
	readonly former?: readonly string[];
	readonly refresh?: boolean;
	readonly overwrite?: boolean;
}

/** The names of presets, with the year of those that have one. */
const PRESETS = RULES_PRESET_NAMES.map(formatPresetName);

function parsePreset(text: string): RulesPresetName {
	const preset = RULES_PRESET_NAMES.find((name) => text === name || text === formatPresetName(name));
	if (!preset) throw new InvalidArgumentError(`Not one of ${PRESETS.join(", ")}.`);
	return preset;
}

const parseYear = createNumberParser(/^20\d\d$/, "Not a year such as 2027.");
const parseCompetition = createNumberParser(/^[1-9]\d{0,5}$/, "Not a competition such as 3.");

export function createFetchCommand(): Command {
	return new Command("fetch")
		.description("fetch a season from a provider as a folder to import")
		.addOption(new Option("--provider <NAME>", "the provider").choices(["afl-api"]).default("afl-api"))
		.requiredOption("--season <YEAR>", "the season to fetch, which is also its id here", parseYear)
		.requiredOption("--out <DIR>", "the folder to write")
		.option(
			"--competition <N>",
			"the provider's id of the competition: 3 is the women's, 1 the men's",
			parseCompetition,
			3,
		)
		.addOption(
			new Option(
				"--rules <NAME>",
				"the rules to start from: those of First Bounce, or of the official AFLW game in 2023, also called official",
			)
				.argParser(parsePreset)
				.default("official", PRESETS.join(" or ")),
		)
		.option("--former <DIR...>", "folders of previous seasons with stats, instead of this installation's seasons")
		.option("--refresh", "ask for everything again")
		.option("--overwrite", "replace files that were changed by hand since the last fetch")
		.addHelpText("after", HELP)
		.action(runFetch);
}

/** Loads the previous seasons, whose ids and stats the fetched season continues. */
async function loadPreviousSummaries({ former, season }: FetchCommandOptions): Promise<SeasonSummary[]> {
	// A season may be fetched before the installation has a database.
	if (!former && !hasDatabase(resolveDataDir(readConfig()))) return [];
	if (!former) return withDatabase(({ db }) => loadPreviousSeasons(db, season));
	return Promise.all(former.map(readPreviousSeason));
}

async function runFetch(options: FetchCommandOptions): Promise<void> {
	const { season, out, competition, rules, refresh = false, overwrite = false } = options;
	const { seasonApi } = readConfig();
	try {
		const previous = await loadPreviousSummaries(options);
		const report = await withFullDiskError(out, () =>
			fetchSeason({
				...seasonApi,
				out,
				year: season,
				competition,
				preset: rules,
				previous,
				refresh,
				overwrite,
				onProgress: printError,
			}),
		);
		print(...formatFetchReport(report, out).map(formatCommands));
	} catch (error) {
		if (!(error instanceof FetchError)) throw error;
		throw new CommandRefusedError(error.message, error.advice, `${out} was not changed.`);
	}
}
