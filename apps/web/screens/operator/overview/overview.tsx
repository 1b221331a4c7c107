import type { SuccessOf } from "@first-bounce/contract/call";
import { showFirstSteps } from "@first-bounce/contract/operator/backups";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { setClock } from "@first-bounce/contract/operator/season";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Notice } from "../../../components/states/states.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import { DateTime } from "../parts/date-time.tsx";
import { HeldMessages } from "../parts/held-messages.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { Allowed } from "../parts/role.tsx";
import { Badge, PhaseBadge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { ClockPanel } from "../season/clock.tsx";
import { Alerts } from "./alerts.tsx";
import { DraftNotice, DraftTile } from "./drafts.tsx";
import { FirstSteps } from "./first-steps.tsx";
import overviewStyles from "./overview.module.css";
import { WaitingItems } from "./waiting-items.tsx";

type Overview = SuccessOf<typeof showOverview>;
const REFRESH_MS = 10_000;
const BYTES_PER_MEGABYTE = 1024 ** 2;

const Tiles = ({ round, lastPublication, counts, drafts, backups }: Overview) => {
	const { t } = useTranslation("operator");
	return (
		<dl className={overviewStyles.tiles}>
			<div data-variant="dark">
				<dt>{round ? t("overview.round", { id: round.id }) : t("overview.season")}</dt>
				<dd>{round ? <PhaseBadge phase={round.phase} /> : t("noSeason")}</dd>
				<dd className={overviewStyles.small}>
					{round ? t("overview.matches", { complete: round.matchesComplete, count: round.matches }) : null}
				</dd>
				{round?.isHeld ? <dd className={overviewStyles.small}>{t("hold.isHeld")}</dd> : null}
				{round?.publishesAt ? (
					<dd className={overviewStyles.small}>
						{t("hold.due")} <DateTime at={round.publishesAt} />
					</dd>
				) : null}
			</div>
			<div>
				<dt>{t("overview.firstBounce")}</dt>
				<dd>
					<DateTime at={round?.startsAt ?? null} />
				</dd>
			</div>
			<div>
				<dt>{t("overview.published")}</dt>
				<dd>{lastPublication ? t("overview.round", { id: lastPublication.roundId }) : "–"}</dd>
				<dd className={overviewStyles.small}>
					<DateTime at={lastPublication?.at ?? null} />
				</dd>
			</div>
			<div>
				<dt>{t("overview.teams")}</dt>
				<dd>{formatInteger(counts.completeTeams)}</dd>
				<dd className={overviewStyles.small}>{t("overview.ofTeams", { count: counts.teams })}</dd>
			</div>
			<div>
				<dt>{t("overview.users")}</dt>
				<dd>{formatInteger(counts.activeUsers)}</dd>
				<dd className={overviewStyles.small}>{t("overview.sessions", { count: counts.sessions })}</dd>
			</div>
			<div>
				<dt>{t("overview.leagues")}</dt>
				<dd>{formatInteger(counts.leagues)}</dd>
			</div>
			<DraftTile {...drafts} />
			<BackupTile {...backups} />
		</dl>
	);
};

const StorageAlert = ({ alerts, storage: { state, freeBytes } }: Overview) => {
	const { t } = useTranslation("operator");
	if (state === "ok" || alerts.some(({ kind }) => kind === `storage-${state}`)) return null;
	const freeMegabytes = formatInteger(Math.floor((freeBytes ?? 0) / BYTES_PER_MEGABYTE));
	return (
		<Notice tone={state === "full" ? "bad" : "warn"}>{t(`overview.storage.${state}`, { free: freeMegabytes })}</Notice>
	);
};

const BackupTile = ({ taken }: Overview["backups"]) => {
	const { t } = useTranslation("operator");
	if (!taken) return null;
	const size = formatInteger(Math.max(1, Math.round(taken.size / BYTES_PER_MEGABYTE)));
	return (
		<div>
			<dt>{t("overview.backup.last")}</dt>
			<dd>
				<DateTime at={taken.at} />
			</dd>
			<dd className={overviewStyles.small}>{t("overview.backup.size", { size })}</dd>
		</div>
	);
};

const BackupNotice = ({ alerts, season, backups: { isDaily, failed } }: Overview) => {
	const { t } = useTranslation("operator");
	if (alerts.some(({ kind }) => kind === "backup-failed")) return null;
	if (failed) {
		return (
			<Notice tone="bad">
				{t("overview.backup.failed", { reason: failed.reason })} <DateTime at={failed.at} />
			</Notice>
		);
	}
	return isDaily || season?.isDemo ? null : <Notice tone="warn">{t("overview.backup.none")}</Notice>;
};

const NoMailServerNotice = ({ hasMailServer, waiting }: Overview) => {
	const { t } = useTranslation("operator");
	if (hasMailServer) return null;
	return (
		<Notice tone="warn" action={<Link to={paths.operator.to("outbox")}>{t("section.outbox")}</Link>}>
			{t("overview.noMailServer", { count: waiting.dueMails })}
		</Notice>
	);
};

const ReleaseNotice = ({ newerRelease }: Overview) => {
	const { t } = useTranslation("operator");
	// Processes of the previous release do not send it.
	if (!newerRelease) return null;
	return (
		<Notice
			tone="info"
			action={
				<a href={newerRelease.url} target="_blank" rel="noreferrer">
					{t("overview.release.link")}
				</a>
			}
		>
			{t("overview.release.newer", newerRelease)}
		</Notice>
	);
};

const Feeds = ({ feeds, polledFeed }: Overview) => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("overview.feeds")} text={t("overview.feedsText")}>
			{polledFeed && polledFeed.failures > 0 ? (
				<Notice tone="bad">
					{t(polledFeed.isRefused ? "overview.refused" : "overview.failing", {
						source: polledFeed.source,
						count: polledFeed.failures,
						problem: polledFeed.lastFault ?? "–",
					})}
					{polledFeed.lastResponseAt === null ? ` ${t("overview.neverAnswered")}` : null}
				</Notice>
			) : null}
			{feeds.length === 0 ? (
				<p className={panel.calm}>{t("overview.noFeeds")}</p>
			) : (
				<DataTable
					caption={t("overview.feeds")}
					rows={feeds}
					getKey={({ source }) => source}
					columns={[
						{ id: "source", head: t("feeds.source"), cell: ({ source }) => source },
						{
							id: "last",
							head: t("overview.lastData"),
							cell: ({ lastReceivedAt }) => <DateTime at={lastReceivedAt} />,
						},
						{
							id: "received",
							head: t("overview.payloads"),
							isNumber: true,
							cell: ({ received }) => formatInteger(received),
						},
						{
							id: "quarantined",
							head: t("verdict.quarantined"),
							isNumber: true,
							cell: ({ quarantined }) => (quarantined > 0 ? <Badge tone="bad">{quarantined}</Badge> : 0),
						},
					]}
				/>
			)}
		</Panel>
	);
};

export const OverviewSection = () => (
	<QueryContent query={useCall(showOverview, {}, { refetchInterval: REFRESH_MS })}>
		{(overview) => (
			<>
				<Alerts alerts={overview.alerts} />
				<StorageAlert {...overview} />
				<BackupNotice {...overview} />
				<HeldMessages />
				{overview.season ? null : (
					<Allowed call={showFirstSteps}>
						<FirstSteps />
					</Allowed>
				)}
				<DraftNotice {...overview.drafts} />
				<Tiles {...overview} />
				<NoMailServerNotice {...overview} />
				<ReleaseNotice {...overview} />
				<div className={overviewStyles.pair}>
					<WaitingItems {...overview} />
					{overview.clock ? (
						<Allowed call={setClock}>
							<ClockPanel kind={overview.clock} />
						</Allowed>
					) : null}
				</div>
				<Feeds {...overview} />
			</>
		)}
	</QueryContent>
);
