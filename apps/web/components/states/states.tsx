import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./states.module.css";

interface StateProps {
	readonly icon: IconName;
	readonly title: string;
	readonly text: string;
	/** It is the whole page, and its title the first heading. */
	readonly isPage?: boolean;
	readonly children?: ReactNode;
}

/** Nothing here yet: what it is, and what to do about it. */
export const EmptyState = ({ icon, title, text, isPage = false, children }: StateProps) => (
	<div className={styles.state}>
		<span className={styles.icon}>
			<Icon name={icon} size={28} />
		</span>
		{isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
		<p>{text}</p>
		{children ? <div className={styles.actions}>{children}</div> : null}
	</div>
);

/** It went wrong: why, in words, and a way to try again. */
export const ErrorState = ({ reason, onRetry }: { readonly reason: string; readonly onRetry?: () => void }) => {
	const { t } = useTranslation();
	return (
		<div className={styles.state} role="alert">
			<span className={styles.icon} data-tone="bad">
				<Icon name="alert" size={28} />
			</span>
			<h2>{t("state.errorTitle")}</h2>
			<p>{reason}</p>
			{onRetry ? (
				<div className={styles.actions}>
					<Button look="main" onPress={onRetry}>
						{t("state.retry")}
					</Button>
				</div>
			) : null}
		</div>
	);
};

/** A line across the page about how things are: offline, over the cap, a bye. */
export const Notice = ({
	tone,
	children,
	action,
}: {
	readonly tone: "info" | "warn" | "bad";
	readonly children: ReactNode;
	readonly action?: ReactNode;
}) => (
	<div className={styles.notice} data-tone={tone} role={tone === "bad" ? "alert" : undefined}>
		<Icon name={tone === "info" ? "info" : "alert"} />
		<div>{children}</div>
		{action}
	</div>
);
