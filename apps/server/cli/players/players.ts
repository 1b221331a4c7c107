import path from "node:path";
import { birthday as birthdayShape, seasonName } from "@first-bounce/contract/fields";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import { uploadStats as uploadCall } from "@first-bounce/contract/operator/feeds";
import { statusNote } from "@first-bounce/contract/operator/player-imports";
import {
	addPlayer as addCall,
	changePlayer as changeCall,
	type OperatorPlayer,
} from "@first-bounce/contract/operator/players";
import { statCounts } from "@first-bounce/contract/operator/stats";
import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import { type Line, PLAYER_STATUSES, parsePositions } from "@first-bounce/rules/player";
import { EMPTY_STAT_LINE, STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import { Command, InvalidArgumentError } from "commander";
import type { z } from "zod";
import { uploadStats } from "../../features/operator/feeds/payloads.ts";
import { decidePersonMatch, listPersonMatches } from "../../features/operator/season/person-matches.ts";
import {
	addPlayer,
	changePhoto,
	changePlayer,
	findPlayers,
	setPlayerDeparted,
} from "../../features/operator/season/players.ts";
import { listMatchStats, previewStatCorrection, saveStatCorrection } from "../../features/operator/season/stats.ts";
import { describeIssue } from "../../i18n/field-issues.ts";
import { formatCount } from "../../i18n/format-count.ts";
import {
	createAuditedCommand,
	createChoiceParser,
	createSchemaParser,
	createShowCommand,
	formatLine,
	parseId,
	parsePositive,
	parseRoundId,
	readFileOrRefuse,
} from "../command-builders.ts";
import { CommandRefusedError, print, printCutOff, printError } from "../output/output.ts";
import { findPlayerId, PLAYER_HELP } from "./find-player.ts";

export function createPlayerCommand(): Command {
	const player = new Command("player").description("players: status, positions, photos and departures");
	createShowCommand<[], { search: string }>(
		player
			.command("list")
			.description("list players, optionally by part of the name")
			.option("--search <TEXT>", "part of a name", ""),
		"player list --search callinan",
		async (services, _, { search }) => {
			const { players, hasMore } = await findPlayers(services, { search });
			for (const { id, firstName, lastName, squadId, positions, status, price, departedRound } of players)
				print(
					formatLine(
						id,
						`${firstName} ${lastName}`,
						squadId,
						positions.join("/"),
						status,
						price,
						departedRound && "departed",
					),
				);
			printCutOff(hasMore, players.length, "--search finds others");
		},
	);
	const createCommand = (name: string, description: string) =>
		player.command(name).description(description).argument("<PLAYER>", PLAYER_HELP);
	createAuditedCommand<[string]>(
		createCommand("set", "change the given fields of a player")
			.option("--status <STATUS>", PLAYER_STATUSES.join(", "), parseStatus)
			.option("--status-note <TEXT>", 'published with the status, such as "Hamstring · 2 weeks"', parseStatusNote)
			.option("--positions <LINES>", "such as MID/FWD", parseLines)
			.option("--positions-from-round <ROUND>", "by default the first that has not begun", parseRoundId)
			.option("--squad-id <SQUAD>", "her club's id", parseId)
			.option("--squad-from-round <ROUND>", "by default the current; an earlier one corrects a mistake", parseRoundId)
			.option("--first-name <NAME>", "", parseName)
			.option("--last-name <NAME>", "", parseName)
			.option("--birthday <DATE>", "such as 2001-04-25", parseDate),
		'player set "Ada Bell" --status injured --reason "hamstring, said her club"',
		async (services, audit, [idOrName], changes) => {
			const id = findPlayerId(services, idOrName);
			const body = checkBody(changeCall.body, { ...changes, reason: audit.reason });
			print(formatPlayer(await changePlayer(services, id, body, audit)));
		},
	);
	addSigningCommand(player);
	addMatchCommands(player);
	createAuditedCommand<[string, string | undefined]>(
		createCommand("photo", "set a player's photo, or remove it if no file is given").argument(
			"[FILE]",
			"PNG, JPEG or WebP",
		),
		'player photo 1001 callinan.jpg --reason "her club sent it"',
		async (services, audit, [idOrName, file]) => {
			const id = findPlayerId(services, idOrName);
			const { photoVersion } = await changePhoto(services, id, file ? await readFileOrRefuse(file) : null, audit);
			print(photoVersion > 0 ? `Player ${id} has photo ${photoVersion}.` : `Player ${id} has no photo.`);
		},
	);
	for (const [name, departed] of [
		["depart", true],
		["return", false],
	] as const) {
		createAuditedCommand<[string]>(
			createCommand(name, departed ? "mark a player as departed" : "bring a departed player back"),
			`player ${name} 1001 --reason "as her club announced"`,
			async (services, audit, [idOrName]) => {
				const id = findPlayerId(services, idOrName);
				const { firstName, lastName, teams } = await setPlayerDeparted(services, id, departed, audit);
				print(
					`${firstName} ${lastName} is ${departed ? "no longer" : "again"} available; ${formatCount(teams, "team has", "teams have")} her.`,
				);
			},
		);
	}
	return player;
}

/** Adds the commands that find players of last season's squads in the season's list. */
function addMatchCommands(player: Command): void {
	createShowCommand(
		player
			.command("unmatched")
			.description("list players of last season's keeper and dynasty squads who are not found in this season's list"),
		"player unmatched",
		async (services) => {
			for (const { previousPlayerId, firstName, lastName, birthday, leagues, candidates } of await listPersonMatches(
				services,
			)) {
				const maybe = candidates.length > 0 ? `maybe ${candidates.join(", ")}` : "no candidate";
				const name = `${firstName} ${lastName}`;
				print(formatLine(previousPlayerId, name, birthday, formatCount(leagues, "league"), maybe));
			}
		},
	);
	createAuditedCommand<[number, string]>(
		player
			.command("match")
			.description("say who a player of last season is this season; none if she is in no list")
			.argument("<PREVIOUS>", "her id of last season, as in player unmatched", parseId)
			.argument("<PLAYER>", `${PLAYER_HELP}; or none`),
		'player match 1001 "Ada Smith" --reason "she has married"',
		async (services, audit, [previousId, text]) => {
			const playerId = text === "none" ? null : findPlayerId(services, text);
			await decidePersonMatch(services, previousId, playerId, audit);
			print(playerId === null ? `Player ${previousId} is in no list.` : `Player ${previousId} is player ${playerId}.`);
		},
	);
}

function addSigningCommand(player: Command): void {
	createAuditedCommand<[number]>(
		player
			.command("add")
			.description("add a player, available from a round that has not started")
			.argument("<PLAYER>", "her id, which no other player has", parseId)
			.requiredOption("--first-name <NAME>", "", parseName)
			.requiredOption("--last-name <NAME>", "", parseName)
			.requiredOption("--squad-id <SQUAD>", "her club's id", parseId)
			.requiredOption("--positions <LINES>", "such as MID/FWD", parseLines)
			.requiredOption("--price <DOLLARS>", "such as 300000", parsePositive)
			.requiredOption("--from-round <ROUND>", "its number", parseRoundId)
			.option("--birthday <DATE>", "such as 2001-04-25", parseDate),
		'player add 2001 --first-name Ada --last-name Bell --squad-id 8096 --positions MID --price 300000 --from-round 5 --reason "signed as a replacement"',
		async (services, audit, [id], signing) => {
			const body = checkBody(addCall.body, { ...signing, id, reason: audit.reason });
			print(formatPlayer(await addPlayer(services, body, audit)));
		},
	);
}

const formatPlayer = (player: OperatorPlayer): string => {
	const { id, firstName, lastName, squadId, positions, plannedPositions, status, price } = player;
	const planned = plannedPositions.map(
		({ fromRound, positions: lines }) => `${lines.join("/")} from round ${fromRound}`,
	);
	const shown = [positions.join("/"), ...planned].join(", ");
	return formatLine(id, `${firstName} ${lastName}`, squadId, shown, status, price);
};

type Counts = NonNullable<Parameters<typeof saveStatCorrection>[2][number]["stats"]>;

export function createStatsCommand(): Command {
	const stats = new Command("stats").description("players' stats in a match");
	createShowCommand<[number]>(
		stats.command("show").description("show the stats of both clubs").argument("<MATCH>", "its id", parseId),
		"stats show 301",
		async (services, [id]) => {
			const { match, lines } = await listMatchStats(services, id);
			const missing = match.status === "complete" && !match.isAbandoned ? "did not play" : "no stats";
			if (match.status === "scheduled")
				printError(`Match ${id} has not been played yet: it starts at ${match.startsAt}.`);
			for (const { playerId, name, squadId, stats: counts, points } of lines)
				print(formatLine(playerId, name, squadId, counts ? formatCounts(counts) : missing, points));
		},
	);
	createAuditedCommand<[number, string, string[]], { preview?: true }>(
		stats
			.command("correct")
			.description("correct the given stats of a player; DNP means that she did not play")
			.argument("<MATCH>", "its id", parseId)
			.argument("<PLAYER>", PLAYER_HELP)
			.argument("<COUNTS...>", "such as K=14 T=3, or DNP")
			.option("--preview", "print what would change, and save nothing"),
		'stats correct 301 1001 K=14 --reason "as the league counted again"',
		async (services, audit, [matchId, idOrName, countTexts], { preview }) => {
			const playerId = findPlayerId(services, idOrName);
			const { lines: storedLines } = await listMatchStats(services, matchId);
			const current = storedLines.find((player) => player.playerId === playerId)?.stats ?? null;
			const stats = parseCounts(countTexts, current);
			const lines = [{ playerId, stats: stats && checkBody(statCounts, stats) }];
			const effect = preview
				? await previewStatCorrection(services, matchId, lines)
				: await saveStatCorrection(services, matchId, lines, audit);
			for (const { name, before, after } of effect.players)
				print(formatLine(name, `${before ?? "DNP"} → ${after ?? "DNP"}`));
			for (const { roundId, teamsTouched, ranksMoved } of effect.rounds)
				print(
					`Round ${roundId}: ${formatCount(teamsTouched, "team's points", "teams' points")}, ${formatCount(ranksMoved, "rank")}`,
				);
			if (preview) print("Nothing was saved.");
		},
	);
	createAuditedCommand<[string]>(
		stats
			.command("upload")
			.description("upload a stats file, which is applied or quarantined like a feed payload")
			.argument("<FILE>", "CSV, with a season's own columns or fitzRoy's"),
		'stats upload round-4.csv --reason "the feed is down"',
		async (services, audit, [file]) => {
			const name = path.basename(file);
			const sent = uploadCall.body.safeParse({
				name,
				text: decodeUpload(await readFileOrRefuse(file)),
				reason: audit.reason,
			});
			if (!sent.success)
				throw new CommandRefusedError(
					...sent.error.issues.map((issue) => `${name}: ${describeIssue(issue, DEFAULT_LANGUAGE)}`),
				);
			const { id, verdict, problems, warnings } = await uploadStats(services, sent.data, audit);
			print(`Payload ${id} is ${verdict}.`, ...problems, ...warnings);
		},
	);
	return stats;
}

const COUNTS = [...STAT_KEYS, "TOG"] as const;
const formatCounts = (counts: Counts): string => COUNTS.map((key) => `${key}=${counts[key]}`).join(" ");

/** Applies texts such as `K=14` to the current counts. Null for `DNP`. */
function parseCounts(texts: readonly string[], current: Counts | null): Counts | null {
	if (texts.length === 1 && texts[0]?.toUpperCase() === "DNP") return null;
	const counts = texts.map((text) => {
		const [, name = "", count = ""] = /^([A-Za-z\d]+)=(\d{1,3})$/.exec(text) ?? [];
		const key = COUNTS.find((key) => key === name.toUpperCase());
		if (!key)
			throw new CommandRefusedError(`${text} is not a valid count. Use one of ${COUNTS.join(", ")}, such as K=14.`);
		return [key, Number(count)] as const;
	});
	return { ...(current ?? EMPTY_STAT_LINE), ...Object.fromEntries(counts) };
}

const parseStatus = createChoiceParser(PLAYER_STATUSES);
const parseName = createSchemaParser(seasonName, "Not a valid name.");
const parseStatusNote = createSchemaParser(statusNote, "At most 80 characters.");
const parseDate = createSchemaParser(birthdayShape, "Not a date such as 2001-04-25.");

function parseLines(text: string): Line[] {
	const lines = parsePositions(text);
	if (!lines) throw new InvalidArgumentError("Must be one to three of DEF/MID/RUC/FWD.");
	return [...lines];
}

/** Checks what a command sends as the console's call does. */
function checkBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
	const parsed = schema.safeParse(body);
	if (parsed.success) return parsed.data;
	throw new CommandRefusedError(
		...parsed.error.issues.map((issue) => `${issue.path.join(".")} ${describeIssue(issue, DEFAULT_LANGUAGE)}.`),
	);
}
