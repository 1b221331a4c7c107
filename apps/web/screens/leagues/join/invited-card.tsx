import { ApiFailure } from "@first-bounce/contract/client";
import { type LeagueSummary, showLeagueByCode } from "@first-bounce/contract/leagues/league";
import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import { type CSSProperties, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { takeAcceptedLeague } from "../../../app/session/pending-invitation.ts";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { Notice, QueryError } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useLeagueDescription } from "../frame/use-league-description.ts";
import styles from "./join.module.css";
import { JoinButton } from "./join-button.tsx";
import type { JoinFlow } from "./use-join.ts";

interface Props {
	readonly code: string;
	/** The token of the invitation email, which stays valid if the league's code is renewed. */
	readonly invite: string | null;
	readonly joining: JoinFlow;
	/** The league's name is the heading of the page. */
	readonly isPage: boolean;
}

/** Joins the league if the user pressed Join before signing in. */
function useAcceptedInvitation(league: LeagueSummary | undefined, joining: JoinFlow): void {
	const { isActive, join, getState } = joining;
	const joinOnce = useEffectEvent(() => {
		if (league && takeAcceptedLeague(league.id) && getState(league) === "join") join(league);
	});
	const isReady = isActive && league !== undefined;
	useEffect(() => {
		if (isReady) joinOnce();
	}, [isReady]);
}

const Members = ({ league, members }: { readonly league: LeagueSummary; readonly members: readonly string[] }) => {
	const { t } = useTranslation();
	const otherCount = league.numTeams - members.length;
	if (members.length === 0) return null;
	return (
		<>
			<h3>{t("leagues.join.members")}</h3>
			<ul className={styles.members}>
				{members.map((name) => (
					<li key={name}>{name}</li>
				))}
				{otherCount > 0 ? <li>{t("leagues.join.moreMembers", { count: otherCount })}</li> : null}
			</ul>
		</>
	);
};

/** The league of the code in the URL. */
export const InvitedCard = ({ code, invite, joining, isPage }: Props) => {
	const { t } = useTranslation();
	const describe = useLeagueDescription();
	const query = useQuietCall(showLeagueByCode, { params: { code }, ...(invite ? { query: { invite } } : {}) });
	const { data, error } = query;
	useAcceptedInvitation(data?.league, joining);
	if (error && !data)
		return (
			<>
				{isPage ? <h1>{t("leagues.join.title")}</h1> : null}
				{error instanceof ApiFailure && error.status === 404 ? (
					<Notice tone="warn">{`${getErrorMessage(error, t)}. ${t("leagues.join.codeText")}`}</Notice>
				) : (
					<QueryError queries={[query]} />
				)}
			</>
		);
	if (!data) return <Skeleton height="210px" radius="var(--radius-xl)" />;
	const { league, members } = data;
	const Title = isPage ? "h1" : "h2";
	const [from, to] = getCrestColours(league.colour);
	const name = league.leagueCommissioner.teamName || t("leagues.former");
	const options = [
		...(league.medianGame ? [t("leagues.form.medianGame")] : []),
		...(league.consolationGames ? [t("leagues.form.consolationGames")] : []),
	];
	return (
		<section className={styles.invited} style={{ "--banner-from": from, "--banner-to": to } as CSSProperties}>
			<LeagueCrest league={league} size={112} />
			<div>
				<p>{t("leagues.join.invitedTo")}</p>
				<Title>{league.name}</Title>
				<p className={styles.facts}>
					{[...describe(league), ...options, t("leagues.runBy", { name })].map((fact) => (
						<span key={fact}>{fact}</span>
					))}
				</p>
				<Members league={league} members={members} />
				<div className={styles.actions}>
					<JoinButton league={league} joining={joining} isMain />
				</div>
			</div>
		</section>
	);
};
