import {
	type HistoryPage,
	type HistorySeasonView,
	setHistoryPage,
	showLeagueHistory,
} from "@first-bounce/contract/leagues/league-history";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { ShareDialog } from "../../../components/share/share-dialog.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { buildHistoryShareUrl } from "../../../sharing/share-url.ts";
import { useOwnUserId } from "../frame/use-own-team-first.ts";
import { useLeague } from "../league/use-league.ts";
import { AllTimeLadder } from "./all-time-ladder.tsx";
import styles from "./history.module.css";
import { Records } from "./records.tsx";
import { Rivalry } from "./rivalry.tsx";
import { type HistoryNames, type LeagueHistoryData, useHistoryNames } from "./use-history-names.ts";

interface ChampionsProps {
	/** The league's present name. */
	readonly leagueName: string;
	readonly seasons: readonly HistorySeasonView[];
	readonly names: HistoryNames;
}

const getSeasonUrl = ({ isClosed, seasonId, leagueId }: HistorySeasonView) =>
	isClosed ? paths.pastLeague.to(seasonId, leagueId) : paths.league.to(leagueId, "ladder");

interface SeasonProps extends Omit<ChampionsProps, "seasons"> {
	readonly season: HistorySeasonView;
}

const SeasonItem = ({ season, leagueName, names }: SeasonProps) => {
	const { t } = useTranslation();
	const { championId, runnerUpId, isReadable, seasonName, type, numTeams } = season;
	const champion = names.findManager(championId);
	const formerName = season.leagueName === leagueName ? [] : [season.leagueName];
	const facts = [...formerName, t(`leagues.${type}`), t("leagues.teams", { count: numTeams })];
	return (
		<li data-champion={champion !== undefined || undefined}>
			<div className={styles.season}>
				<h3>{isReadable ? <Link to={getSeasonUrl(season)}>{seasonName}</Link> : seasonName}</h3>
				<p>{facts.join(" · ")}</p>
			</div>
			{champion ? (
				<p className={styles.champion}>
					<ManagerAvatar manager={champion} size={44} />
					<span>
						<b>{names.getTeamName(championId)}</b>
						<span>{t("leagues.history.runnerUp", { team: names.getTeamName(runnerUpId) })}</span>
					</span>
				</p>
			) : (
				<p className={styles.quiet}>{t(`leagues.history.${season.isClosed ? "noChampion" : "underWay"}`)}</p>
			)}
		</li>
	);
};

/** The champion and the runner-up of each season, newest first. */
const Champions = ({ seasons, ...props }: ChampionsProps) => {
	const { t } = useTranslation();
	return (
		<section className={styles.section} aria-labelledby="champions">
			<h2 id="champions">{t("leagues.history.champions")}</h2>
			<ol className={styles.champions}>
				{seasons.map((season) => (
					<SeasonItem key={season.seasonId} season={season} {...props} />
				))}
			</ol>
		</section>
	);
};

interface PageProps {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly page: HistoryPage;
}

/** Shares the public page of the league's history, and turns it on or off. */
const PublicPage = ({ leagueId, leagueName, page }: PageProps) => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const [open, setOpen] = useState<"share" | "off" | null>(null);
	const change = useCallMutation(setHistoryPage, {
		meta: { hasInlineError: true },
		onSuccess: () => queryClient.invalidateQueries({ queryKey: callKey(showLeagueHistory) }),
	});
	const { isOn, token, mayManage } = page;
	if (!isOn && !mayManage) return null;
	const openDialog = (dialog: "share" | "off") => {
		change.reset();
		setOpen(dialog);
	};
	const share = () => {
		openDialog("share");
		if (token === null) change.mutate({ params: { id: leagueId }, body: { isOn: true } });
	};
	const sharedToken = token ?? change.data?.page.token ?? null;
	return (
		<section className={styles.card} aria-labelledby="public-page">
			<h2 id="public-page">{t("leagues.history.page.title")}</h2>
			<p>{t(`leagues.history.page.${isOn ? "on" : "off"}`)}</p>
			<div className={styles.actions}>
				<Button variant="main" onPress={share}>
					{t(`leagues.history.page.${isOn ? "share" : "turnOn"}`)}
				</Button>
				{isOn && mayManage ? (
					<Button onPress={() => openDialog("off")}>{t("leagues.history.page.turnOff")}</Button>
				) : null}
			</div>
			<ConfirmDialog
				title={t("leagues.history.page.turnOff")}
				text={t("leagues.history.page.turnOffText")}
				confirmLabel={t("leagues.history.page.turnOff")}
				isOpen={open === "off"}
				onClose={() => setOpen(null)}
				isPending={change.isPending}
				onConfirm={() =>
					change.mutate({ params: { id: leagueId }, body: { isOn: false } }, { onSuccess: () => setOpen(null) })
				}
			>
				<ErrorNotice error={change.error} />
			</ConfirmDialog>
			{open === "share" ? (
				<ShareDialog
					title={t("leagues.history.page.title")}
					text={t("leagues.history.page.shareText")}
					message={t("leagues.history.page.message", { league: leagueName })}
					url={sharedToken === null ? null : buildHistoryShareUrl(sharedToken)}
					error={change.error ? getErrorMessage(change.error, t) : undefined}
					done={t("share.done")}
					onClose={() => setOpen(null)}
				/>
			) : null}
		</section>
	);
};

interface Props {
	readonly leagueId: number;
	readonly leagueName: string;
}

const History = ({ leagueId, leagueName, data }: Props & { readonly data: LeagueHistoryData }) => {
	const { t } = useTranslation();
	const ownUserId = useOwnUserId() ?? 0;
	const names = useHistoryNames(data);
	const { seasons, ladder, records, page } = data;
	const rivals = ladder.filter(({ played }) => played > 0).map(({ userId }) => userId);
	const hasChampion = seasons.some(({ championId }) => championId !== null);
	if (ladder.length === 0 && !hasChampion)
		return <EmptyState icon="rankings" title={t("leagues.history.none")} text={t("leagues.history.noneText")} />;
	return (
		<div className={styles.history}>
			{hasChampion || seasons.length > 1 ? (
				<Champions leagueName={leagueName} seasons={seasons} names={names} />
			) : (
				<Notice tone="info">{t("leagues.history.firstSeason")}</Notice>
			)}
			{ladder.length > 0 ? (
				<AllTimeLadder
					rows={ladder}
					names={names}
					ownUserId={ownUserId}
					isPartial={seasons.some(({ isCounted }) => !isCounted)}
				/>
			) : null}
			<Records records={records} names={names} />
			{rivals.length > 1 ? <Rivalry leagueId={leagueId} userIds={rivals} ownUserId={ownUserId} names={names} /> : null}
			{page ? <PublicPage leagueId={leagueId} leagueName={leagueName} page={page} /> : null}
		</div>
	);
};

/** A league's champions, all-time ladder, records and rivalries over all its seasons. */
export const LeagueHistory = (props: Props) => {
	const query = useQuietCall(showLeagueHistory, { params: { id: props.leagueId } });
	return query.data ? <History {...props} data={query.data} /> : <LoadingOrError of={[query]} height="60vh" />;
};

export const LeagueHistoryPage = () => {
	const { id, name } = useLeague();
	return <LeagueHistory leagueId={id} leagueName={name} />;
};
