import type { SuccessOf } from "@first-bounce/contract/call";
import type { CalendarTask } from "@first-bounce/contract/operator/calendar";
import type { showOverview } from "@first-bounce/contract/operator/operator";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import overviewStyles from "./overview.module.css";

const TASK_SECTIONS = {
	decisions: "seasons",
	"feed-refused": "feeds",
	"matches-differ": "rounds",
	"late-matches": "rounds",
	"matches-without-stats": "corrections",
	held: "rounds",
	publish: "prices",
	winners: "winners",
	"players-unmatched": "players",
	"fetch-again": "seasons",
	close: "seasons",
	begin: "seasons",
} as const satisfies Record<CalendarTask["kind"], string>;

interface Props extends Pick<SuccessOf<typeof showOverview>, "round" | "waiting"> {
	/** Further tasks from the calendar. */
	readonly tasks?: readonly CalendarTask[];
}

/** Tasks for an operator, each with a link to the section where it is done. */
export const WaitingItems = ({ round, waiting, tasks = [] }: Props) => {
	const { t } = useTranslation("operator");
	const items = [
		{ key: "review", count: round?.phase === "in-review" ? 1 : 0, to: "prices" },
		{ key: "quarantined", count: waiting.quarantined, to: "feeds" },
		{ key: "faultyLines", count: waiting.faultyLines, to: "feeds" },
		{ key: "lateCorrections", count: waiting.lateCorrections, to: "corrections" },
		{ key: "announcedStarts", count: waiting.announcedStarts, to: "feeds" },
		{ key: "reports", count: waiting.reportedAnnouncements, to: "moderation" },
		{ key: "messages", count: waiting.openMessages, to: "messages" },
		{ key: "failedMails", count: waiting.failedMails, to: "outbox" },
		{ key: "failedJobs", count: waiting.failedJobs, to: "outbox" },
	] as const;
	const open = items.filter(({ count }) => count > 0);
	return (
		<Panel title={t("overview.waiting")}>
			{open.length + tasks.length === 0 ? (
				<p className={panel.calm}>
					<Icon name="check" /> {t("overview.nothingWaits")}
				</p>
			) : (
				<ul className={overviewStyles.todo}>
					{tasks.map(({ kind, count, roundId }) => (
						<li key={`${kind} ${roundId}`}>
							<Link to={paths.operator.to(TASK_SECTIONS[kind])}>
								<b>{count}</b> {t(`calendar.task.${kind}`, { count, round: roundId })}
							</Link>
						</li>
					))}
					{open.map(({ key, count, to }) => (
						<li key={key}>
							<Link to={paths.operator.to(to)}>
								<b>{count}</b> {t(`overview.todo.${key}`, { count })}
							</Link>
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
};
