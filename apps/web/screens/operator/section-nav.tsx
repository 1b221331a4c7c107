import { showOverview } from "@first-bounce/contract/operator/operator";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { paths } from "../../app/paths.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { useScrollIntoView } from "../../components/tab-row/use-scroll-into-view.ts";
import styles from "./operator.module.css";
import { SECTIONS, type SectionName } from "./sections.ts";

/** The sections with the number of waiting items; a scrolling row on phones. */
export const SectionNav = () => {
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
			{SECTIONS.map(({ name, path, icon }) => (
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
