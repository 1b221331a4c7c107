import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import { Command } from "commander";
import type { Database } from "../db/open.ts";
import { checkSquads, type SquadFinding } from "../features/leagues/draft/check-squads.ts";
import { checkDraftReceipts } from "../features/leagues/draft/receipts/check-draft-receipts.ts";
import type { OperatorServices } from "../features/operator/services.ts";
import { listTeamActions } from "../features/team/actions/action-history.ts";
import { checkJournal, checkReceipts } from "../features/team/receipts/check-receipts.ts";
import { type JournalEntry, parseJournalEntry } from "../features/team/receipts/journal.ts";
import type { Finding } from "../features/team/receipts/replay-team.ts";
import { formatCount } from "../i18n/format-count.ts";
import { createShowCommand, formatLine, parseRoundId, readFileOrRefuse } from "./command-builders.ts";
import { withExistingDatabase } from "./operator-services.ts";
import { CommandRefusedError, print } from "./output/output.ts";
import { checkWritable, writeOutput } from "./output/output-file.ts";
import { EMAIL_HELP, getAccount } from "./users/find-account.ts";

const HELP = `
Replays the receipt of every accepted team action of the current season under the rules, with the prices, locks and
salary cap of its time, and compares the result with the stored teams. It changes nothing, and the server may run.

It also checks that the squads of draft leagues follow from the log of moves: each move takes a player from the team that had
her, every pick is a move, and line-ups have the players of their squad. Every change of squads and every save of a line-up is
replayed under the rules, and the line-ups after a change are those that the rules give.

Each finding is a line: team, receipt, round, what is wrong. The receipt is "-" if it is missing, or if the stored team
itself is wrong.

With --journal, every save in a journal of "fb load rush" must have its receipt, whose season time must not be earlier
than the save was sent.

Examples:
  npm run -s fb -- receipts check
  npm run -s fb -- receipts check --round 3 --out findings.tsv
  npm run -s fb -- receipts check --journal rush.journal

Exit codes: 0 no findings, 1 findings, 2 invalid command.`;

export function createReceiptsCommand(): Command {
	const receipts = new Command("receipts").description("the receipts of teams' actions");
	receipts
		.command("check")
		.description("replay every receipt under the rules, and compare with the stored teams")
		.option("--round <N>", "list only findings about this round", parseRoundId)
		.option("--journal <FILE>", "also compare with the saves that were acknowledged")
		.option("--out <FILE>", "write the findings to a file")
		.addHelpText("after", HELP)
		.action(runCheck);
	createShowCommand<[string], { readonly round?: number }>(
		receipts
			.command("list")
			.description("list what was saved in a manager's classic team, newest first")
			.argument("<EMAIL>", EMAIL_HELP)
			.option("--round <N>", "only what was saved for this round", parseRoundId),
		"receipts list ada@example.org --round 3",
		async (services, [email], { round }) => {
			const { id } = await getAccount(services.db, email);
			for (let page: number | null = 1; page !== null; ) {
				const { actions, nextPage } = await listTeamActions(services, id, page);
				for (const action of actions)
					if (round === undefined || action.roundId === round) print(formatAction(services, action));
				page = nextPage;
			}
		},
	);
	return receipts;
}

/** Formats when an action was saved, its round, what it changed, and its receipt. */
function formatAction({ seasons }: Pick<OperatorServices, "seasons">, action: TeamAction): string {
	const { players } = seasons.current();
	const getName = (id: number | null) => {
		const player = id === null ? undefined : players.get(id);
		return player ? `${player.firstName} ${player.lastName}` : "nobody";
	};
	const changes = action.changes.map(({ what, line, from, to }) => {
		const place = what === "viceCaptain" ? "vice captain" : what;
		return `${line ? `${place} ${line}` : place}: ${getName(from)} → ${getName(to)}`;
	});
	const trades = action.trades.map((trade) => `${getName(trade.playerInId)} for ${getName(trade.playerOutId)}`);
	const round = `round ${action.roundId}`;
	return formatLine(action.savedAt, round, action.action, [...trades, ...changes].join("; "), action.id);
}

async function readJournal(file: string): Promise<readonly JournalEntry[]> {
	const lines = String(await readFileOrRefuse(file)).split("\n");
	// The last line ends with a line break, or was cut off when the rush was interrupted.
	return lines.slice(0, -1).map((line, index) => {
		const entry = parseJournalEntry(line);
		if (!entry) throw new CommandRefusedError(`${file}, line ${index + 1} is not a save as "fb load rush" writes it.`);
		return entry;
	});
}

interface CheckOptions {
	readonly round?: number;
	readonly journal?: string;
	readonly out?: string;
}

const SQUAD_FINDINGS: Readonly<Record<SquadFinding["kind"], string>> = {
	"broken-log": "does not come from the team that had her",
	"pick-without-move": "was drafted, but the log of moves does not have it",
	"move-without-change": "has moved, but no change of squads says why",
	"not-owned": "is in the line-up, but is not the team's by the log of moves",
	"without-place": "is the team's by the log of moves, but is not in the line-up",
	"injured-not-owned": "is in the injured place, but is not the team's by the log of moves",
};

async function runSquadCheck(
	{ db }: Pick<Database, "db">,
	round: number | null,
	onFinding: (finding: Finding) => void,
): Promise<{ readonly teams: number; readonly receipts: number; readonly findings: number }> {
	const { teams, findings } = await checkSquads(db);
	const replayed = await checkDraftReceipts({ db }, round, onFinding);
	const listed = findings.filter(({ roundId }) => round === null || roundId === round);
	for (const { teamId, roundId, playerId, kind } of listed)
		onFinding({
			teamId,
			receiptId: null,
			roundId,
			what: `player ${playerId} ${SQUAD_FINDINGS[kind]}`,
		});
	return { teams, receipts: replayed.receipts, findings: listed.length + replayed.findings };
}

async function runCheck({ round, journal, out }: CheckOptions): Promise<void> {
	if (out !== undefined) await checkWritable(out);
	const entries = journal === undefined ? null : await readJournal(journal);
	const lines: string[] = [];
	const reportFinding = ({ teamId, receiptId, roundId, what }: Finding) => {
		const line = formatLine(teamId, receiptId, `round ${roundId}`, what);
		if (out === undefined) print(line);
		else lines.push(`${line}\n`);
	};
	const { replayed, squads, compared } = await withExistingDatabase(async (database) => ({
		replayed: await checkReceipts(database, round ?? null, reportFinding),
		squads: await runSquadCheck(database, round ?? null, reportFinding),
		compared: entries && (await checkJournal(database, entries, reportFinding)),
	}));
	if (out !== undefined) await writeOutput(out, lines.join(""));
	const counts = [
		`${formatCount(replayed.receipts, "receipt")} of ${formatCount(replayed.teams, "team")}`,
		...(squads.teams > 0
			? [`the squads and ${formatCount(squads.receipts, "receipt")} of ${formatCount(squads.teams, "draft team")}`]
			: []),
		...(compared ? [`${formatCount(compared.entries, "save")} of the journal`] : []),
	].join(", ");
	const findings = replayed.findings + squads.findings + (compared?.findings ?? 0);
	if (findings > 0) throw new CommandRefusedError(`${counts}: ${formatCount(findings, "finding")}.`);
	print(`${counts}: no finding.`);
}
