import type { League } from "@first-bounce/contract/leagues/league";
import { hasRight, LEAGUE_RIGHTS, type LeagueRight } from "@first-bounce/rules/leagues/league-permissions";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import rowStyles from "../frame/rows.module.css";
import { useOwnUserId } from "../frame/use-own-team-first.ts";
import styles from "./about.module.css";
import { useLeadership } from "./use-leadership.ts";

/** What ordinary members may not do. */
const LEADER_RIGHTS = (Object.keys(LEAGUE_RIGHTS) as LeagueRight[]).filter((right) => !hasRight("member", right));
/** The rights of the commissioner and deputies, and those of the commissioner alone. */
const SHARED_RIGHTS = LEADER_RIGHTS.filter((right) => hasRight("deputy", right));
const SOLE_RIGHTS = LEADER_RIGHTS.filter((right) => !hasRight("deputy", right));

/** The key of a right's name. In a draft league some rights end when the draft begins. */
function getRightKey(right: LeagueRight, isDraft: boolean) {
	if (isDraft && (right === "removeUsers" || right === "delete")) return `${right}Draft` as const;
	return right as Exclude<LeagueRight, "leave" | "inviteToPublic">;
}

interface RightsProps {
	readonly title: string;
	readonly rights: readonly LeagueRight[];
	readonly isDraft: boolean;
}

const Rights = ({ title, rights, isDraft }: RightsProps) => {
	const { t } = useTranslation();
	return (
		<div>
			<h3>{title}</h3>
			<ul>
				{rights.map((right) => (
					<li key={right}>{t(`leagues.rights.${getRightKey(right, isDraft)}`)}</li>
				))}
			</ul>
		</div>
	);
};

/** The commissioner's last offer to hand the league over. */
const SentOffer = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const { withdraw, isPending } = useLeadership(league);
	const { handOver, may } = league;
	if (!handOver || !may.handOver) return null;
	const name = handOver.teamName || t("leagues.former");
	const until = formatDateTime(Date.parse(handOver.expiresAt));
	return (
		<Notice
			tone="info"
			action={
				handOver.state === "open" ? (
					<Button isPending={isPending} onPress={withdraw}>
						{t("leagues.handOver.withdraw")}
					</Button>
				) : undefined
			}
		>
			{t(`leagues.handOver.sent.${handOver.state}`, { name, until })}
		</Notice>
	);
};

/** Who runs the league, and what they may do. */
export const Leaders = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const ownUserId = useOwnUserId();
	const { stepDown, isPending } = useLeadership(league);
	const { leagueCommissioner, deputies, role } = league;
	const isDraft = league.class === "draft";
	return (
		<section className={frame.card}>
			<h2>{t("leagues.leaders.title")}</h2>
			<SentOffer league={league} />
			<ul className={rowStyles.rows}>
				{[leagueCommissioner, ...deputies].map(({ userId, teamName, fullName }) => (
					<li key={userId}>
						<span className={rowStyles.names}>
							<b>{teamName || t("leagues.former")}</b>
							<small>{fullName || t("rankings.formerManager")}</small>
						</span>
						<em className={rowStyles.role}>
							{t(`leagues.role.${userId === leagueCommissioner.userId ? "commissioner" : "deputy"}`)}
						</em>
					</li>
				))}
			</ul>
			{deputies.length === 0 ? <p className={frame.hint}>{t("leagues.leaders.noDeputies")}</p> : null}
			<div className={styles.rights}>
				<Rights
					title={t("leagues.leaders.shared")}
					rights={SHARED_RIGHTS.filter((right) => right !== "runDraft" || isDraft)}
					isDraft={isDraft}
				/>
				<Rights title={t("leagues.leaders.sole")} rights={SOLE_RIGHTS} isDraft={isDraft} />
			</div>
			{role === "deputy" && ownUserId !== undefined ? (
				<Button variant="quiet" isPending={isPending} onPress={() => stepDown(ownUserId)}>
					{t("leagues.deputies.stepDown")}
				</Button>
			) : null}
		</section>
	);
};

/** The offer to run the league, for the member to whom it is made. */
export const ReceivedOffer = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const { answer, isPending } = useLeadership(league);
	const { handOver, leagueCommissioner, role } = league;
	if (handOver?.state !== "open" || role === "commissioner") return null;
	return (
		<Notice tone="info">
			<b>
				{t("leagues.handOver.received", {
					name: leagueCommissioner.teamName || t("leagues.former"),
					league: league.name,
				})}
			</b>{" "}
			{t("leagues.handOver.receivedText", { until: formatDateTime(Date.parse(handOver.expiresAt)) })}
			<span className={styles.answers}>
				<Button variant="main" isPending={isPending} onPress={() => answer(true)}>
					{t("leagues.handOver.accept")}
				</Button>
				<Button isPending={isPending} onPress={() => answer(false)}>
					{t("leagues.handOver.decline")}
				</Button>
			</span>
		</Notice>
	);
};
