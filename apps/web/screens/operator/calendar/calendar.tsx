import type { SuccessOf } from "@first-bounce/contract/call";
import { type AutomaticEvent, type StepState, showCalendar } from "@first-bounce/contract/operator/calendar";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatGroundTime, formatZoneName } from "../../../i18n/format.ts";
import { WaitingItems } from "../overview/waiting-items.tsx";
import { DateTime } from "../parts/date-time.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { Badge, PhaseBadge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import styles from "./calendar.module.css";

type Calendar = SuccessOf<typeof showCalendar>;
type Step = Calendar["steps"][number];
const REFRESH_MS = 30_000;

const StateBadge = ({ state }: { readonly state: StepState }) => {
	const { t } = useTranslation("operator");
	const tone = { done: "good", current: "warn", later: "plain" } as const;
	return <Badge tone={tone[state]}>{t(`calendar.state.${state}`)}</Badge>;
};

const EventTime = ({ at, kind, match }: AutomaticEvent) => {
	const { t } = useTranslation("operator");
	if (at === null)
		return (
			<span className={styles.time}>{t(kind === "archive" ? "calendar.afterClosing" : "calendar.afterLastMatch")}</span>
		);
	const ground = formatGroundTime(Date.parse(at), match?.timeZone ?? null);
	return (
		<span className={styles.time}>
			<DateTime at={at} /> <small>{formatZoneName(Date.parse(at))}</small>
			{ground ? <small> {t("calendar.atGround", { time: ground })}</small> : null}
		</span>
	);
};

/** The events that the server handles by itself in the next seven days. */
const AutomaticEvents = ({ automaticEvents }: Calendar) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const getMatchName = (match: AutomaticEvent["match"]) =>
		match ? `${getShortName(match.homeSquadId)} v ${getShortName(match.awaySquadId)}` : "";
	return (
		<Panel title={t("calendar.automatic")} text={t("calendar.automaticText")}>
			{automaticEvents.length === 0 ? (
				<p className={panel.calm}>{t("calendar.noAutomatic")}</p>
			) : (
				<ol className={styles.events}>
					{automaticEvents.map((event) => (
						<li key={`${event.kind} ${event.at} ${event.roundId} ${event.match?.id ?? ""}`}>
							<EventTime {...event} />
							<span>
								{t(`calendar.event.${event.kind}`, {
									round: event.roundId,
									match: getMatchName(event.match),
									count: event.minutes ?? event.managers ?? event.drafts ?? event.leagues ?? 0,
								})}
							</span>
						</li>
					))}
				</ol>
			)}
		</Panel>
	);
};

/** The sections of the console where steps are done. */
const STEP_SECTIONS = {
	fetch: "seasons",
	decide: "seasons",
	import: "seasons",
	rules: "rules",
	open: "seasons",
	finals: "rounds",
	close: "seasons",
	next: "seasons",
} as const satisfies Record<Step["step"], string>;

const Steps = ({ steps }: { readonly steps: readonly Step[] }) => {
	const { t } = useTranslation("operator");
	return (
		<ol className={styles.steps}>
			{steps.map(({ step, state }) => (
				<li key={step}>
					<StateBadge state={state} />
					<Link to={paths.operator.to(STEP_SECTIONS[step])}>{t(`calendar.step.${step}`)}</Link>
					<small>{t(`calendar.stepText.${step}`)}</small>
				</li>
			))}
		</ol>
	);
};

const Rounds = ({ rounds }: Calendar) => {
	const { t } = useTranslation("operator");
	return (
		<DataTable
			caption={t("calendar.rounds")}
			rows={rounds}
			getKey={({ roundId }) => roundId}
			columns={[
				{ id: "round", head: t("round"), cell: ({ roundId }) => t("overview.round", { id: roundId }) },
				{ id: "state", head: t("rounds.status"), cell: ({ state }) => <StateBadge state={state} /> },
				{ id: "phase", head: t("calendar.phase"), isWide: true, cell: ({ phase }) => <PhaseBadge phase={phase} /> },
				{ id: "start", head: t("calendar.starts"), isWide: true, cell: ({ startsAt }) => <DateTime at={startsAt} /> },
				{
					id: "locked",
					head: t("calendar.locked"),
					isNumber: true,
					isWide: true,
					cell: ({ matchesLocked, matches }) => `${matchesLocked}/${matches}`,
				},
				{
					id: "complete",
					head: t("calendar.complete"),
					isNumber: true,
					cell: ({ matchesComplete, matches }) => `${matchesComplete}/${matches}`,
				},
				{
					id: "published",
					head: t("overview.published"),
					isWide: true,
					cell: ({ publishedAt }) => <DateTime at={publishedAt} />,
				},
				{
					id: "rechecked",
					head: t("calendar.recheckedUntil"),
					isWide: true,
					cell: ({ recheckedUntil }) => <DateTime at={recheckedUntil} />,
				},
				{
					id: "corrections",
					head: t("section.corrections"),
					isNumber: true,
					cell: ({ lateCorrections }) =>
						lateCorrections > 0 ? <Link to={paths.operator.to("corrections")}>{lateCorrections}</Link> : 0,
				},
			]}
		/>
	);
};

const Checklist = (calendar: Calendar) => {
	const { t } = useTranslation("operator");
	const isAfter = ({ step }: Step) => step === "finals" || step === "close" || step === "next";
	return (
		<Panel title={t("calendar.checklist")} text={t("calendar.checklistText")}>
			<Steps steps={calendar.steps.filter((step) => !isAfter(step))} />
			{calendar.rounds.length > 0 ? <Rounds {...calendar} /> : null}
			<Steps steps={calendar.steps.filter(isAfter)} />
		</Panel>
	);
};

export const CalendarSection = () => {
	const { t } = useTranslation("operator");
	const calendar = useCall(showCalendar, {}, { refetchInterval: REFRESH_MS });
	const overview = useCall(showOverview, {}, { refetchInterval: REFRESH_MS });
	return (
		<QueryContent
			query={calendar}
			empty={{ when: ({ season }) => season === null, title: t("noSeason"), text: t("seasons.noneText") }}
		>
			{(data) => (
				<>
					<QueryContent query={overview}>{(counts) => <WaitingItems {...counts} tasks={data.tasks} />}</QueryContent>
					<AutomaticEvents {...data} />
					<Checklist {...data} />
				</>
			)}
		</QueryContent>
	);
};
