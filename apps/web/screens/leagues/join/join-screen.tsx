import { ApiFailure } from "@first-bounce/contract/client";
import { type LeagueSummary, showLeagueByCode } from "@first-bounce/contract/leagues/league";
import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import { type CSSProperties, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useDebounced } from "../../../api/use-debounced.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { IN_PLACE, withParams } from "../../../app/search-params.ts";
import { takeAcceptedLeague } from "../../../app/session/pending-invitation.ts";
import { AdSlot } from "../../../components/ad/ad-slot.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { EmptyState, Notice, QueryError } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import frame from "../frame/frame.module.css";
import { useLeagueDescription } from "../frame/use-league-description.ts";
import styles from "./join.module.css";
import { JoinButton } from "./join-button.tsx";
import { JoinList } from "./join-list.tsx";
import { JoinWidget } from "./join-widget.tsx";
import { JoinedModal } from "./joined-modal.tsx";
import { type JoinFlow, useJoin } from "./use-join.ts";

interface InvitedProps {
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
const InvitedCard = ({ code, invite, joining, isPage }: InvitedProps) => {
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

const SEARCH_DEBOUNCE_MS = 500;

/** The search text, which is copied to the URL after a pause in typing. */
function useSearch() {
	const [params, setParams] = useSearchParams();
	const [text, setText] = useState(params.get("search") ?? "");
	const search = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
	useEffect(() => {
		setParams((current) => withParams(current, { search: search || null }), IN_PLACE);
	}, [search, setParams]);
	return { text, setText, search };
}

const Join = ({ code }: { readonly code: string | undefined }) => {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	const { text, setText, search } = useSearch();
	const invite = params.get("invite");
	const user = useUser();
	const isOwnPage = code !== undefined && !(user.state === "ready" && user.value);
	const joining = useJoin(code ? { code, invite } : undefined);
	return (
		<div className={frame.page} data-aside={isOwnPage ? undefined : true}>
			<title>{t("app.title", { page: t("leagues.join.title") })}</title>
			{isOwnPage ? null : (
				<header className={frame.head}>
					<div>
						<h1>{t("leagues.join.title")}</h1>
						<p>{t("leagues.join.text")}</p>
					</div>
				</header>
			)}
			{code && user.state !== "pending" ? (
				<div className={frame.first}>
					<InvitedCard code={code} invite={invite} joining={joining} isPage={isOwnPage} />
				</div>
			) : null}
			{isOwnPage ? (
				<Link to={paths.joinLeague.to()} className={styles.others}>
					{t("leagues.join.others")}
				</Link>
			) : (
				<>
					<aside className={frame.aside}>
						<JoinWidget value={text} onChange={setText} />
						<AdSlot slot="side-rectangle" on="wide" />
					</aside>
					<div className={frame.main}>
						<JoinList search={search} joining={joining} />
					</div>
				</>
			)}
			<JoinedModal joining={joining} />
		</div>
	);
};

/** Shown for an address that cannot be an invitation. */
const MalformedCode = () => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="leagues" title={t("leagues.join.noCode")} text={t("leagues.join.codeText")}>
			<title>{t("app.title", { page: t("leagues.join.title") })}</title>
			<Link to={paths.joinLeague.to()}>{t("leagues.join.find")}</Link>
		</EmptyState>
	);
};

/**
 * Leagues to join, for visitors too. With a code in the URL, its league comes first; a visitor sees only that league.
 */
export const JoinScreen = () => {
	const { code } = useParams();
	if (code !== undefined && !/^[A-Za-z0-9]{6}$/.test(code)) return <MalformedCode />;
	return <Join key={code} code={code?.toUpperCase()} />;
};
