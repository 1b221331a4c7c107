import { endOperatorAccess, type OperatorAccess, showOperatorAccess } from "@first-bounce/contract/operator/access";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, Route, Routes, useLocation } from "react-router";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { paths } from "../../app/paths.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { useScrollIntoView } from "../../components/tab-row/use-scroll-into-view.ts";
import { useSeasonSecond, useSeasonTimer } from "../../live/season-clock.ts";
import { OperatorGate } from "./gate/operator-gate.tsx";
import styles from "./operator.module.css";
import { DateTime } from "./parts/date-time.tsx";
import { Panel } from "./parts/panel.tsx";
import { RoleContext, useIsAllowed } from "./parts/role.tsx";
import { SECTIONS, type SectionEntry, type SectionName } from "./sections.ts";
import { useOperatorTexts } from "./use-operator-texts.ts";

/** A smaller difference from real time does not mean that the season's clock was moved. */
const MIN_CLOCK_DIFFERENCE_MS = 60_000;

/** Says which times follow the season's clock, if it was moved in a demo or rehearsal. */
const ClockNote = () => {
	const { t } = useTranslation("operator");
	const { isKnown } = useSeasonTimer();
	const seasonNow = useSeasonSecond();
	const now = Date.now();
	if (!isKnown || Math.abs(seasonNow - now) < MIN_CLOCK_DIFFERENCE_MS) return null;
	return (
		<p>
			{t("twoClocks")} <DateTime at={new Date(seasonNow).toISOString()} />; {t("realTime")}{" "}
			<DateTime at={new Date(now).toISOString()} />.
		</p>
	);
};

const OperatorHead = ({ access }: { readonly access: OperatorAccess }) => {
	const { t } = useTranslation("operator");
	const season = useSeason();
	const queryClient = useQueryClient();
	const leave = useCallMutation(endOperatorAccess, {
		onSuccess: (next) => queryClient.setQueryData(callKey(showOperatorAccess, {}), next),
	});
	return (
		<header className={styles.head}>
			<div>
				<h1>{t("title")}</h1>
				<p>
					{t(`role.${access.role ?? "owner"}`)} · {season.state === "ready" ? season.value.name : t("noSeason")}
				</p>
				<ClockNote />
			</div>
			<div className={styles.verified}>
				{access.verifiedUntil ? (
					<span>
						{t("verifiedUntil")} <DateTime at={access.verifiedUntil} />
					</span>
				) : null}
				<Button icon="lock" onPress={() => leave.mutate({})} isPending={leave.isPending}>
					{t("stepDown")}
				</Button>
			</div>
		</header>
	);
};

/** The sections with the number of waiting items; a scrolling row on phones. */
const SectionNav = () => {
	const { t } = useTranslation("operator");
	const list = useScrollIntoView(useLocation().pathname);
	const { data } = useCall(showOverview, {}, { refetchInterval: 30_000 });
	const waiting: Partial<Record<SectionName, number>> = data
		? {
				feeds: data.waiting.quarantined + data.waiting.faultyLines + data.waiting.announcedStarts,
				corrections: data.waiting.lateCorrections,
				moderation: data.waiting.reportedAnnouncements,
				messages: data.waiting.openMessages,
				outbox: data.waiting.failedMails + data.waiting.failedJobs,
			}
		: {};
	return (
		<nav ref={list} className={styles.nav} aria-label={t("sections")}>
			{useSections().map(({ name, path = name, icon }) => (
				<NavLink key={name} to={paths.operator.to(path)} end={path === ""}>
					<Icon name={icon} size={18} />
					<span>{t(`section.${name}`)}</span>
					{waiting[name] ? (
						<span className={styles.count}>
							<span aria-hidden="true">{waiting[name]}</span>
							<span className="spoken">{t("waiting", { count: waiting[name] })}</span>
						</span>
					) : null}
				</NavLink>
			))}
		</nav>
	);
};

function useSections() {
	const isAllowed = useIsAllowed();
	return SECTIONS.filter(({ call }) => isAllowed(call));
}

const SectionRoutes = () => (
	<Routes>
		{useSections().map(({ path, ...section }) => (
			<Route
				key={section.name}
				path={path ?? section.name}
				index={path === ""}
				element={section.needsSeason ? <SeasonSection {...section} /> : <section.Section />}
			/>
		))}
		<Route path="*" element={<SectionNotFound />} />
	</Routes>
);

/** A section about the current season, which asks the server only if there is one. */
const SeasonSection = ({ name, Section }: SectionEntry) => {
	const { t } = useTranslation("operator");
	const { data, isPending } = useCall(showOverview, {});
	if (isPending) return <Skeleton height="200px" radius="var(--radius-l)" />;
	if (data?.season !== null) return <Section />;
	return (
		<Panel title={t(`section.${name}`)}>
			<EmptyState icon="info" title={t("noSeason")} text={t("seasons.noneText")}>
				<Link to={paths.operator.to("seasons")}>{t("section.seasons")}</Link>
			</EmptyState>
		</Panel>
	);
};

const SectionNotFound = () => {
	const { t } = useTranslation();
	return <EmptyState icon="info" title={t("notFound.title")} text={t("notFound.text")} />;
};

/** The operator console. Every change requires a reason and is recorded in the audit log. */
export const OperatorScreen = () => {
	useOperatorTexts();
	const { t } = useTranslation();
	const { t: tOperator } = useTranslation("operator");
	return (
		<div className={styles.console}>
			<title>{t("app.title", { page: tOperator("title") })}</title>
			<OperatorGate>
				{(access) => (
					<RoleContext value={access.role ?? "owner"}>
						<OperatorHead access={access} />
						<div className={styles.frame}>
							<SectionNav />
							<div className={styles.section}>
								<Suspense>
									<SectionRoutes />
								</Suspense>
							</div>
						</div>
						<footer className={styles.foot}>
							<a href={`${site.apiBase}/guide`}>{tOperator("apiGuide")}</a>
							<a href={`${site.apiBase}/docs/`}>{tOperator("apiReference")}</a>
							<Link to={paths.components.to()}>{tOperator("components")}</Link>
						</footer>
					</RoleContext>
				)}
			</OperatorGate>
		</div>
	);
};
