import { showStatus } from "@first-bounce/contract/site/status";
import { useTranslation } from "react-i18next";
import { useCall } from "../../api/use-call.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { ErrorState, Notice } from "../../components/states/states.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import styles from "./status.module.css";

const REFRESH_MS = 30_000;
const ICONS = { up: "check", slow: "info", down: "alert" } as const;

/** The installation's readiness checks, refreshed every 30 seconds. */
export const StatusScreen = () => {
	const { t } = useTranslation();
	const { data, error, refetch } = useCall(showStatus, {}, { refetchInterval: REFRESH_MS, staleTime: 0 });
	const isSlow = data?.parts.some(({ state }) => state === "slow" || state === "refused") ?? false;
	const hasNoMail = data?.parts.some(({ state }) => state === "outbox") ?? false;
	const overall = data ? (data.isReady ? (isSlow ? "slow" : "up") : "down") : null;
	return (
		<div className={styles.status}>
			<title>{t("app.title", { page: t("statusPage.title") })}</title>
			<h1>{t("statusPage.title")}</h1>
			{error ? <ErrorState reason={t("statusPage.unreachable")} onRetry={() => void refetch()} /> : null}
			{data?.sharedAddress ? (
				<Notice tone="warn">
					{t("statusPage.sharedAddress")} {t(`statusPage.sharedAddressWhy.${data.sharedAddress}`)}
				</Notice>
			) : null}
			{!data && !error ? <Skeleton height="320px" radius="var(--radius-l)" /> : null}
			{data && overall && !error ? (
				<section className={styles.card}>
					<p className={styles.whole} data-state={overall} role="status">
						<Icon name={ICONS[overall]} size={28} />
						{t(`statusPage.overall.${overall === "up" && hasNoMail ? "upWithoutMail" : overall}`)}
					</p>
					<ul>
						{data.parts.map(({ part, state }) => (
							<li key={part}>
								<span>{t(`statusPage.parts.${part}`)}</span>
								<b data-state={state}>{t(`statusPage.states.${state}`)}</b>
							</li>
						))}
					</ul>
					<p className={styles.at}>{t("statusPage.at", { time: formatDateTime(Date.parse(data.at)) })}</p>
				</section>
			) : null}
		</div>
	);
};
