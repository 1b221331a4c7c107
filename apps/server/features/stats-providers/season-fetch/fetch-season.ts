import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import { getPresetRules, RULES_PRESETS, type RulesPresetName } from "@first-bounce/rules/season-rules/presets";
import { formatProblem } from "../../seasons/import/csv/problem-list.ts";
import { readSeasonFolder } from "../../seasons/import/files/read-season-folder.ts";
import { buildFiles, type FetchedSeason } from "./build-files.ts";
import { buildFixture, buildSquads } from "./build-fixture.ts";
import { buildPlayers } from "./build-players.ts";
import {
	DRAFT_FILE,
	type DraftRow,
	EMPTY_DRAFT,
	formatDraft,
	listDraftRows,
	pricePlayers,
	readDraft,
} from "./build-prices.ts";
import {
	createDecisions,
	DECISIONS_FILE,
	type Decisions,
	formatDecisions,
	type OpenQuestion,
} from "./decisions-file.ts";
import { FetchError } from "./fetch-error.ts";
import { openFetchFolder } from "./fetch-folder.ts";
import {
	formatPositionRows,
	listPositionRows,
	POSITIONS_FILE,
	type PositionRow,
	type PositionTable,
	readPositions,
} from "./positions.ts";
import { collectPreviousSeasons, type SeasonSummary } from "./previous-seasons.ts";
import { getCompetitionNumber, type ProviderSeason, readProviderSeason } from "./read-provider-season.ts";
import { createSeasonApi, type SeasonApiSettings } from "./season-api.ts";

export interface FetchOptions extends SeasonApiSettings {
	readonly out: string;
	readonly year: number;
	/** The provider's id of the competition: 3 is the women's, 1 the men's. */
	readonly competition: number;
	readonly preset: RulesPresetName;
	/** Our own previous seasons. */
	readonly previous: readonly SeasonSummary[];
	/** Whether everything is requested again, even if it is stored. */
	readonly refresh: boolean;
	/** Whether files that were changed by hand since the last fetch are replaced. */
	readonly overwrite: boolean;
	/** Decisions that replace those of the folder's decisions.csv. */
	readonly decisions?: readonly OpenQuestion[];
	/** The rows that replace those of the folder's positions.csv and draft.csv. */
	readonly positions?: readonly PositionRow[] | undefined;
	readonly draft?: readonly DraftRow[] | undefined;
	readonly onProgress: (line: string) => void;
}

export interface FetchReport {
	/** The written files by name. */
	readonly files: ReadonlyMap<string, string>;
	readonly season: FetchedSeason;
	readonly questions: readonly OpenQuestion[];
	readonly positions: readonly PositionRow[];
	readonly draft: readonly DraftRow[];
	readonly notes: readonly string[];
	readonly answers: { readonly fetched: number; readonly kept: number };
	/** The provider's number of the competition, for AFL_API_COMPETITION. */
	readonly feedCompetition: string;
}

/** How many problems of the written files are noted. */
const MAX_IMPORT_NOTES = 20;

const INPUT_FILES = [DECISIONS_FILE, POSITIONS_FILE, DRAFT_FILE];

/** Adds the provider's words that the table lacks, without positions, for the operator to fill in. */
function addNewWords(positions: PositionTable, { squads }: ProviderSeason): PositionTable {
	const words = squads.flatMap(({ players }) => players.map(({ position }) => position?.toUpperCase() ?? ""));
	const unknown = words.filter((word) => word !== "" && !positions.has(word));
	return new Map([...positions, ...unknown.map((word) => [word, []] as const)]);
}

/** Asks the operator to confirm clubs for which the provider's answer has no players, because it may be incomplete. */
function askAboutEmptySquads({ squads }: ProviderSeason, decisions: Decisions): void {
	for (const { team } of squads.filter(({ players }) => players.length === 0))
		decisions.ask(
			{
				kind: "no-players",
				id: team.providerId,
				about: team.name,
				problem: "the provider lists no players of this club",
				default: "keep",
			},
			(decision) => (decision.toLowerCase() === "keep" ? true : null),
		);
}

function findLastRound({ rounds }: FetchedSeason["fixture"], year: number): number {
	const last = rounds.findLast(({ isFinal }) => !isFinal);
	if (last) return last.id;
	throw new FetchError(
		`season ${year} has no home-and-away round with matches yet`,
		"Run the command again with --refresh once the fixture is out.",
	);
}

/**
 * Fetches a season from the official API and writes the folder that `season import` reads, with a list of open questions.
 * The folder is written as a whole or not at all.
 *
 * @throws FetchError with advice for the operator
 */
export async function fetchSeason(options: FetchOptions): Promise<FetchReport> {
	const { out, year, competition, preset, previous, refresh, overwrite, onProgress } = options;
	const folder = await openFetchFolder(out, { refresh, overwrite, isInput: (name) => INPUT_FILES.includes(name) });
	const positions = readPositions(
		options.positions ? Buffer.from(formatPositionRows(options.positions)) : await folder.readFile(POSITIONS_FILE),
	);
	const decisions = createDecisions(
		options.decisions ? Buffer.from(formatDecisions(options.decisions)) : await folder.readFile(DECISIONS_FILE),
	);
	const api = createSeasonApi(options, folder);

	const providerSeason = await readProviderSeason(api, { competition, year, onProgress });
	const { compSeasons, compSeason } = providerSeason;
	const { seasons, notes: previousNotes } = await collectPreviousSeasons(api, { year, own: previous, compSeasons });

	const squads = buildSquads(
		providerSeason.squads.map(({ team }) => team),
		seasons,
	);
	askAboutEmptySquads(providerSeason, decisions);
	const fixture = buildFixture(providerSeason, squads, decisions);
	const unpricedPlayers = buildPlayers(providerSeason, { squads, previousSeasons: seasons, positions, decisions });
	const draftFile = options.draft ? Buffer.from(formatDraft(options.draft)) : await folder.readFile(DRAFT_FILE);
	const rules = getPresetRules(preset);
	const players = pricePlayers(unpricedPlayers, {
		previousSeasons: seasons,
		draft: readDraft(draftFile, unpricedPlayers),
		rules,
	});
	const { questions, notes: decisionNotes } = decisions.finish();

	const season: FetchedSeason = {
		id: year,
		name: compSeason.name,
		lastRound: findLastRound(fixture, year),
		preset: RULES_PRESETS[preset],
		squads,
		fixture,
		players,
	};
	const files = buildFiles(season);
	files.set(DECISIONS_FILE, formatDecisions(questions));
	const positionRows = listPositionRows(addNewWords(positions, providerSeason));
	files.set(POSITIONS_FILE, formatPositionRows(positionRows));
	// A spreadsheet may have saved it in another encoding than UTF-8.
	const draftText = draftFile ? decodeUpload(draftFile) : EMPTY_DRAFT;
	files.set(DRAFT_FILE, draftText);
	await folder.commit(files);
	const { problems } = await readSeasonFolder(out);
	const importNotes = problems
		.slice(0, MAX_IMPORT_NOTES)
		.map((problem) => `the import would refuse ${formatProblem(problem)}`);

	return {
		files,
		season,
		questions,
		positions: positionRows,
		draft: listDraftRows(draftText),
		notes: [...providerSeason.notes, ...fixture.notes, ...previousNotes, ...decisionNotes, ...importNotes],
		answers: api.getCounts(),
		feedCompetition: getCompetitionNumber(compSeason),
	};
}
