import { type LeagueMessage, showConversation } from "@first-bounce/contract/leagues/conversation";
import type { League } from "@first-bounce/contract/leagues/league";
import { showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { formatPlainText } from "../conversation/message-text.tsx";
import { UnreadBadge } from "../frame/unread-badge.tsx";
import { type LeagueHistoryData, useHistoryNames } from "../history/use-history-names.ts";
import styles from "./clubroom.module.css";
import { EliminationDanger, LadderDanger } from "./danger.tsx";
import { NextMatch, NoRivals } from "./next-match.tsx";

const SHOWN = 2;
const isText = (message: LeagueMessage) => message.kind === "text" && !message.isOnlyPinned;

/** The newest messages of the league's conversation. */
const Banter = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const { data } = useCall(showConversation, { params: { id: leagueId } }, { meta: { noErrorModal: true } });
	if (!data) return null;
	const messages = data.messages.filter(isText).slice(-SHOWN);
	return (
		<section className={styles.corner}>
			<h2>
				{t("leagues.clubroom.banter")} <UnreadBadge leagueId={leagueId} />
			</h2>
			{messages.map((message) =>
				message.kind === "text" ? (
					<p key={message.id} className={styles.said}>
						<b>{message.author.teamName || t("leagues.former")}</b>{" "}
						{formatPlainText(message.text, message.mentions, t("leagues.former"))}
					</p>
				) : null,
			)}
			{messages.length === 0 ? <p>{t("leagues.clubroom.silence")}</p> : null}
			<Link to={paths.league.to(leagueId, "chat")}>
				{t(messages.length === 0 ? "leagues.clubroom.start" : "leagues.clubroom.open")}
			</Link>
		</section>
	);
};

const Marks = ({ leagueId, history }: { readonly leagueId: number; readonly history: LeagueHistoryData }) => {
	const { t } = useTranslation();
	const { getTeamName } = useHistoryNames(history);
	const [highest] = history.records.highest;
	const [run] = history.records.winningRun;
	if (!highest) return null;
	return (
		<section className={styles.corner}>
			<h2>{t("leagues.clubroom.records")}</h2>
			<p className={styles.place}>
				<b>{formatPoints(highest.points)}</b> {t("leagues.clubroom.highest", { team: getTeamName(highest.userId) })}
			</p>
			{run && run.length > 1 ? (
				<p>{t("leagues.clubroom.run", { count: run.length, team: getTeamName(run.userId) })}</p>
			) : null}
			<Link to={paths.league.to(leagueId, "history")}>{t("leagues.clubroom.allRecords")}</Link>
		</section>
	);
};

/** The league's marks to beat; nothing before the first round. */
const BestMarks = ({ leagueId }: { readonly leagueId: number }) => {
	const { data } = useCall(showLeagueHistory, { params: { id: leagueId } }, { meta: { noErrorModal: true } });
	return data ? <Marks leagueId={leagueId} history={data} /> : null;
};

/** What members want to know before a table: the next match, the banter, who is close, and the marks to beat. */
export const Clubroom = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const isH2h = league.type === "h2h";
	return (
		<section className={styles.room} aria-label={t("leagues.clubroom.title")}>
			{isH2h ? <NextMatch league={league} /> : null}
			{!isH2h && league.numTeams === 1 && league.may.invite ? <NoRivals leagueId={league.id} /> : null}
			<Banter leagueId={league.id} />
			{isH2h && league.status !== "scheduled" ? <LadderDanger leagueId={league.id} /> : null}
			{league.type === "elimination" && league.status !== "scheduled" ? (
				<EliminationDanger leagueId={league.id} />
			) : null}
			<BestMarks leagueId={league.id} />
		</section>
	);
};
