import type { SuccessOf } from "@first-bounce/contract/call";
import type { CalendarTask } from "@first-bounce/contract/operator/calendar";
import { listMails } from "@first-bounce/contract/operator/mails";
import type { showOverview } from "@first-bounce/contract/operator/operator";
import { listReports } from "@first-bounce/contract/operator/people";
import { listContactMessages } from "@first-bounce/contract/site/support";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { useIsAllowed } from "../parts/role.tsx";
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
	"draft-leagues-late": "draft-leagues",
	"fetch-again": "seasons",
	close: "seasons",
	begin: "seasons",
} as const satisfies Record<CalendarTask["kind"], string>;

interface Props extends Pick<SuccessOf<typeof showOverview>, "round" | "waiting"> {
	/** Further tasks from the calendar. */
	readonly tasks?: readonly CalendarTask[];
}

export const WaitingItems = ({ round, waiting, tasks = [] }: Props) => {
	const { t } = useTranslation("operator");
	const isAllowed = useIsAllowed();
	const items = [
		{ key: "review", count: round?.phase === "in-review" ? 1 : 0, to: "prices" },
		{ key: "quarantined", count: waiting.quarantined, to: "feeds" },
		{ key: "faultyLines", count: waiting.faultyLines, to: "feeds" },
		{ key: "lateCorrections", count: waiting.lateCorrections, to: "corrections" },
		{ key: "announcedStarts", count: waiting.announcedStarts, to: "feeds" },
		{ key: "reports", count: waiting.reportedAnnouncements, to: "moderation", call: listReports },
		{ key: "messages", count: waiting.openMessages, to: "messages", call: listContactMessages },
		{ key: "failedMails", count: waiting.failedMails, to: "outbox", call: listMails },
		{ key: "failedJobs", count: waiting.failedJobs, to: "outbox" },
	] as const;
	const open = items.filter((item) => item.count > 0 && (!("call" in item) || isAllowed(item.call)));
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
