import { Component, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { sendErrorReport } from "../../reporting/report.ts";
import { isLoadError, OutdatedError } from "../../upgrade/load-chunk.ts";
import { paths } from "../paths.ts";

const OFFLINE = ["cloud", "offline.pageTitle", "offline.pageText", "state.retry"] as const;
const OUTDATED = ["alert", "broken.outdated", "broken.outdatedText", "broken.reload"] as const;
const BROKEN = ["alert", "broken.title", "broken.text", "state.retry"] as const;

const reload = () => location.reload();

/** Shown in place of a screen that threw an error. Without a connection, the page reloads once the connection is back. */
export const BrokenScreen = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
	const { t } = useTranslation();
	const isOffline = isLoadError(error);
	const isOutdated = error instanceof OutdatedError;
	const [icon, title, text, button] = isOffline ? OFFLINE : isOutdated ? OUTDATED : BROKEN;
	useEffect(() => {
		if (!isOffline) return;
		addEventListener("online", reload);
		return () => removeEventListener("online", reload);
	}, [isOffline]);
	return (
		<EmptyState isPage icon={icon} title={t(title)} text={t(text)}>
			<title>{t("app.title", { page: t(title) })}</title>
			{/* A browser does not request a failed file again on the same page. */}
			<Button variant="main" onPress={isOffline || isOutdated ? reload : onRetry}>
				{t(button)}
			</Button>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};

interface Props {
	/** The page's path. Navigating to another path clears the error. */
	readonly path: string;
	readonly children: ReactNode;
}
interface State {
	readonly path: string;
	readonly error: unknown;
}

/** Catches an error of one screen, so that the menu stays usable. */
export class Boundary extends Component<Props, State> {
	override state: State = { path: this.props.path, error: null };

	static getDerivedStateFromError(error: unknown): Partial<State> {
		return { error };
	}

	static getDerivedStateFromProps({ path }: Props, state: State): State | null {
		return path === state.path ? null : { path, error: null };
	}

	override componentDidCatch(error: unknown): void {
		if (!(error instanceof OutdatedError)) sendErrorReport(error);
	}

	override render(): ReactNode {
		if (this.state.error === null) return this.props.children;
		return <BrokenScreen error={this.state.error} onRetry={() => this.setState({ error: null })} />;
	}
}
