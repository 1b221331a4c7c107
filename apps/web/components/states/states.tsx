import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { useOnline } from "../../live/use-online.ts";
import { Button } from "../button/button.tsx";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./states.module.css";
import { type Source, useFailure } from "./use-failure.ts";

interface StateProps {
	readonly icon: IconName;
	readonly title: string;
	readonly text: string;
	/** The state fills the page, and its title is the h1. */
	readonly isPage?: boolean;
	readonly children?: ReactNode;
}

/** Explains an empty page and what to do about it. */
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

/** An error with its reason and a retry button. While offline, says so instead. */
export const ErrorState = ({ reason, onRetry }: { readonly reason: string; readonly onRetry?: () => void }) => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	return (
		<div className={styles.state} role="alert">
			<span className={styles.icon} data-tone={isOnline ? "bad" : undefined}>
				<Icon name={isOnline ? "alert" : "cloud"} size={28} />
			</span>
			<h2>{t(isOnline ? "state.errorTitle" : "offline.pageTitle")}</h2>
			<p>{isOnline ? reason : t("offline.pageText")}</p>
			{onRetry ? (
				<div className={styles.actions}>
					<Button variant="main" onPress={onRetry}>
						{t("state.retry")}
					</Button>
				</div>
			) : null}
		</div>
	);
};

/** A notice across the page, such as being offline or over the cap. */
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

/** Why a call failed; nothing if the call did not fail. */
export const ErrorNotice = ({ error }: { readonly error: Error | null }) => {
	const { t } = useTranslation();
	return error ? <Notice tone="bad">{getErrorMessage(error, t)}</Notice> : null;
};

/** Why parts of a page could not be loaded, with a button that loads them again. Nothing if none has failed. */
export const QueryError = ({ queries }: { readonly queries: readonly Source[] }) => {
	const { t } = useTranslation();
	const failure = useFailure(queries);
	if (!failure) return null;
	return (
		<Notice tone="bad" action={<Button onPress={failure.onRetry}>{t("state.retry")}</Button>}>
			{failure.reason}
		</Notice>
	);
};
