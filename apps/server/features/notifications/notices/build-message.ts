import { replaceMentions } from "@first-bounce/contract/leagues/message-text";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { isLoop } from "@first-bounce/rules/instructions/instruction";
import { applyLockFix } from "@first-bounce/rules/lockout/lock-fixes";
import { findRound } from "@first-bounce/rules/round/round";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import { describeCorrection } from "../../../i18n/correction-texts.ts";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { getNotificationTexts, type NotificationTexts } from "../../../i18n/notification-texts.ts";
import { describeSquadNews } from "../../../i18n/squad-notice-texts.ts";
import { findCupOutcome } from "../../rankings/round-result/cup-outcome-queries.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { listEliminationOutcomes } from "../../standings/load-eliminations.ts";
import { findNoticeInstruction } from "../../team/instructions/instruction-queries.ts";
import { buildLineupView } from "../../team/team-view.ts";
import type { PushMessage } from "../push/send-push.ts";
import { createCorrectedRounds, getCorrectedPage } from "./corrected-rounds.ts";
import { buildDraft, isDraftNotice } from "./draft-message.ts";
import { getDraftResultPage, type ListDraftPlaces, loadDraftResults } from "./draft-results.ts";
import { buildLateOut } from "./late-out-message.ts";
import { findNoticeMessage, findNoticeOffer, type NoticeMessage } from "./message-notice-queries.ts";
import { buildTeamSubject, getTeamPage, type NoticeKind } from "./notice.ts";
import { createNameLookup, formatRound, type NotificationContent, serializeContent } from "./notification-content.ts";
import { type Delivery, findResult } from "./queries.ts";
import { findSquadNews, isSquadNotice } from "./squads/find-squad-news.ts";
import { buildTeamContext, findUpcomingLock, type LockProblem, type TeamContext } from "./team-context.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** How long push services keep messages about late outs and instructions. */
const LATE_OUT_TTL_SECONDS = 6 * HOUR_SECONDS;
const MIN_TTL_SECONDS = 60;
/** Notices that have to be acted on before a lock. */
const URGENT_KINDS: readonly NoticeKind[] = ["lock", "late-out", "instruction"];

export interface MessageContext {
	readonly pool: Pool;
	readonly db: Db;
	readonly season: SeasonSnapshot;
	readonly now: SeasonTime;
	readonly wallNow: number;
	/** The path of the API, which a fix button calls. */
	readonly apiBase: string;
	readonly listDraftPlaces: ListDraftPlaces;
}

function buildReminder(
	delivery: Delivery,
	round: SnapshotRound,
	{ season, now, apiBase }: MessageContext,
	texts: NotificationTexts,
): NotificationContent | null {
	const lock = findUpcomingLock(delivery.team, season, round, now);
	if (!lock || buildTeamSubject(String(lock.at), delivery.team) !== delivery.subject) return null;
	const page = getTeamPage(delivery.team);
	const league = delivery.team?.draft ? `${delivery.team.draft.leagueName}: ` : "";
	const wantsEveryReminder = delivery.preferences?.lock_reminders === "always";
	if (lock.problems.length === 0 && !wantsEveryReminder) return null;
	const getName = createNameLookup(season);
	const [firstId, ...otherIds] = lock.playerIds;
	const time = texts.time(lock.at, delivery.preferences?.zone ?? "UTC");
	const [firstProblem, ...otherProblems] = lock.problems;
	const captain = getName(delivery.team?.lineup?.captainId ?? 0);
	const lockTitle =
		firstId === undefined ? texts.roundStarts(time) : texts.locks(getName(firstId), otherIds.length, time);
	const teamContext = buildTeamContext(delivery.team, season, round, now);
	const swap = teamContext?.playsRound
		? buildFixButton({ ...delivery, season, apiBase }, lock.problems, teamContext, texts)
		: undefined;
	return {
		title: firstId !== undefined && firstProblem ? texts.toFix(lock.problems.length, time) : lockTitle,
		body: `${league}${
			firstProblem
				? [formatProblem(firstProblem, getName, texts), texts.more(otherProblems.length)].filter(Boolean).join(" ")
				: texts.allSet(captain)
		}`,
		tag: `lock-${round.id}${delivery.team?.draft ? `-${delivery.team.id}` : ""}`,
		url: firstId !== undefined && firstProblem ? `${page}?check` : page,
		swap,
	};
}

function formatProblem({ warning }: LockProblem, getName: (id: PlayerId) => string, texts: NotificationTexts): string {
	const name = "id" in warning ? getName(warning.id) : "";
	return texts.problem(warning.kind, name, "otherId" in warning ? getName(warning.otherId) : "");
}

/** Builds the button for the first problem that has a fix. For a team that has not started, it only opens the team screen. */
function buildFixButton(
	{ team, language, season, apiBase }: Pick<Delivery, "team" | "language"> & Pick<MessageContext, "season" | "apiBase">,
	problems: readonly LockProblem[],
	context: TeamContext,
	texts: NotificationTexts,
): NotificationContent["swap"] {
	const fix = problems.find((problem) => problem.fix)?.fix;
	if (!fix || !team) return undefined;
	const getName = createNameLookup(season);
	const { version } = team;
	const buildButton = (label: string, done: string, path: string, body: object): NotificationContent["swap"] => {
		const url = `${getTeamPage(team)}?check`;
		if (team.draft) {
			const lineup = applyLockFix(context.state.lineup, fix, context.lockContext);
			const address = `${apiBase}/${language}/draft/league/${team.draft.leagueId}/lineup`;
			return { label, done, url, call: { address, body: { ...buildLineupView(lineup), version } } };
		}
		const call = { address: `${apiBase}/${language}/fantasy/team/${path}`, body: { ...body, version } };
		return { label, done, url, call: hasTeamStarted(context.state, context.seasonContext) ? call : null };
	};
	if (fix.kind === "swap") {
		const name = getName(fix.inId);
		return buildButton(texts.swapIn(name), texts.swapDone(name), "swap", { swapsPairs: [[fix.outId, fix.inId]] });
	}
	if (fix.kind === "emergencies")
		return buildButton(texts.nameEmergencies, texts.emergenciesNamed, "change-emergency", { emergency: fix.emergency });
	const type = fix.captainId === context.state.lineup.captainId ? "viceCaptain" : "captain";
	const newId = type === "captain" ? fix.captainId : fix.viceCaptainId;
	const name = getName(newId);
	return buildButton(texts.makeCaptain(type, name), texts.madeCaptain(type, name), "change-captain", { type, newId });
}

/** Builds the result of a classic team and of the manager's draft teams, or only of these. */
async function buildResult(
	delivery: Delivery,
	round: SnapshotRound,
	{ pool, db, season, listDraftPlaces }: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const { team } = delivery;
	const draftResults = await loadDraftResults({ pool, listDraftPlaces }, season, delivery);
	const draftLines = draftResults.map((draftResult) => texts.draftResult(draftResult));
	const result = team && (await findResult(pool, delivery, team.id));
	if (!result) {
		const [first] = draftResults;
		if (!first) return null;
		return {
			title: texts.scored(formatRound(round, season, texts), first.points),
			body: draftLines.join(" "),
			tag: `result-${round.id}`,
			url: getDraftResultPage(first),
		};
	}
	const cup = await findCupOutcome(pool, delivery, team.id);
	const eliminations = await listEliminationOutcomes({ db, season }, team.id, round.id);
	const lines = [
		texts.ranked(result),
		...eliminations.map(texts.elimination),
		...(cup ? [texts.cup(cup)] : []),
		...draftLines,
	];
	return {
		title: texts.scored(formatRound(round, season, texts), result.points),
		body: lines.join(" "),
		tag: `result-${round.id}`,
		url: `/results/${round.id}`,
	};
}

/** Describes what corrections of published rounds changed, unless later corrections undid it. */
async function buildCorrection(
	{ id: noticeId, userId, team }: Delivery,
	context: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const loadCorrectedRounds = createCorrectedRounds(context, team ? [team.id] : []);
	const rounds = await loadCorrectedRounds({ noticeId, userId, teamId: team?.id ?? null });
	const [first] = rounds;
	if (!first) return null;
	const { title, lines } = describeCorrection(texts, rounds);
	return { title, body: lines.join(" "), tag: `result-${first.roundId}`, url: getCorrectedPage(first) };
}

/** Describes what an instruction did, or why it failed. */
async function buildInstruction(
	{ id, language, team, subject }: Delivery,
	{ db, season }: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const instruction = await findNoticeInstruction(db, subject);
	if (!instruction || instruction.state === "waiting") return null;
	const { playerId, replacement, captainId, state, reasons } = instruction;
	const getName = createNameLookup(season);
	const out = getName(playerId);
	const common = { tag: `instruction-${id}`, url: "/team?check" };
	const reasonText = reasons.map(({ code, data }) => formatErrorMessage(language, code, data)).join(". ");
	if (isLoop(instruction))
		return state === "failed"
			? { ...common, title: texts.loopFailed(), body: texts.loopFailedWhy(reasonText) }
			: { ...common, title: texts.loopDone(out), body: texts.loopCaptain(getName(instruction.captainId)) };
	if (state === "failed")
		return { ...common, title: texts.instructionFailed(out), body: texts.instructionFailedWhy(reasonText) };
	const lines = [
		replacement && texts.instructionIn(replacement.kind, getName(replacement.playerId), out),
		captainId && captainId === team?.lineup?.captainId && texts.instructionCaptain(getName(captainId)),
	];
	return { ...common, title: texts.instructionDone(out), body: lines.filter(Boolean).join(" ") };
}

/** Whether the user still wants notices of messages like this one. */
function isMessageWanted({ preferences }: Delivery, { isPinned, isMention, isReply }: NoticeMessage): boolean {
	const choice = preferences?.league_messages ?? "none";
	if (choice === "none") return isPinned;
	return isPinned || isMention || choice === "all" || (isReply && choice === "replies");
}

async function buildLeagueMessage(delivery: Delivery, { pool }: MessageContext, texts: NotificationTexts) {
	const message = await findNoticeMessage(pool, delivery);
	if (!message || !isMessageWanted(delivery, message)) return null;
	const { leagueId, leagueName, teamName, isPinned, isMention, isReply, text, mentionedMembers } = message;
	const getName = (id: number) => mentionedMembers?.find(({ userId }) => userId === id)?.teamName || texts.formerMember;
	const reason = isPinned ? "pinned" : isMention ? "mention" : isReply ? "reply" : "new";
	return {
		title: texts.leagueMessage(reason, teamName, leagueName),
		body: replaceMentions(text, getName),
		tag: isPinned || isMention || isReply ? `message-${delivery.id}` : `league-${leagueId}`,
		url: `/leagues/${leagueId}/chat`,
	};
}

async function buildHandOver(delivery: Delivery, { pool, wallNow }: MessageContext, texts: NotificationTexts) {
	const offer = await findNoticeOffer(pool, delivery, wallNow);
	if (!offer) return null;
	const title = texts.handOverTitle(offer.teamName || texts.formerMember, offer.leagueName);
	return { title, body: texts.handOverText, tag: `hand-over-${delivery.id}`, url: `/leagues/${offer.leagueId}/about` };
}

async function buildSquadNotice(delivery: Delivery, { pool, season, wallNow }: MessageContext) {
	const found = await findSquadNews(pool, delivery, wallNow);
	if (!found) return null;
	const names = { getPlayerName: createNameLookup(season), formatName: (name: string) => name };
	const { title, lines } = describeSquadNews(delivery.language, found.news, names, "notification");
	return { title, body: lines.join(" "), tag: `${delivery.kind}-${delivery.id}`, url: found.url };
}

async function buildContent(
	delivery: Delivery,
	context: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const { kind, seasonId, roundId } = delivery;
	if (kind === "message") return buildLeagueMessage(delivery, context, texts);
	if (kind === "hand-over") return buildHandOver(delivery, context, texts);
	if (isSquadNotice(kind)) return buildSquadNotice(delivery, context);
	const { season } = context;
	const round = season.seasonId === seasonId ? findRound(season.rounds, roundId) : undefined;
	if (!round) return null;
	if (kind === "lock") return buildReminder(delivery, round, context, texts);
	if (kind === "late-out") return buildLateOut(delivery, round, context, texts);
	if (kind === "instruction") return buildInstruction(delivery, context, texts);
	if (kind === "correction") return buildCorrection(delivery, context, texts);
	return buildResult(delivery, round, context, texts);
}

/** Gets the time from the subject of a lock reminder, which for a draft team also has the league. */
const getLockTime = (subject: string): SeasonTime => Number(subject.split(":")[0]);

/** Builds the message of a notice from current data, in the browser's language; null if the notice is out of date. */
export async function buildMessage(delivery: Delivery, context: MessageContext): Promise<PushMessage | null> {
	const { id, kind, subject } = delivery;
	const texts = getNotificationTexts(delivery.language);
	if (isDraftNotice(kind)) return buildDraft(delivery, kind, context, texts);
	const content = await buildContent(delivery, context, texts);
	if (!content) return null;
	// The topic is unique to the notice, so that a repeated message is shown once.
	const message = { text: serializeContent(content), topic: `notice-${id}` };
	if (!URGENT_KINDS.includes(kind)) return { ...message, ttl: DAY_SECONDS, urgency: "normal" };
	const secondsLeft = kind === "lock" ? (getLockTime(subject) - context.now) / 1_000 : LATE_OUT_TTL_SECONDS;
	return { ...message, ttl: Math.min(DAY_SECONDS, Math.max(MIN_TTL_SECONDS, secondsLeft)), urgency: "high" };
}

/** Builds the message that the "Send a test" button sends. */
export function buildTestMessage(language: string): PushMessage {
	const { title, text } = getNotificationTexts(language).test;
	const content: NotificationContent = { title, body: text, tag: "test", url: "/my-account" };
	return { text: serializeContent(content), topic: "test", ttl: 600, urgency: "high" };
}
