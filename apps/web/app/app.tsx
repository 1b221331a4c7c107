import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { i18n } from "i18next";
import { type ComponentType, type ReactNode, StrictMode, useEffect, useState } from "react";
import { I18nProvider as AriaLocaleProvider } from "react-aria-components/I18nProvider";
import { I18nextProvider } from "react-i18next";
import { LOCALE } from "../i18n/language.ts";
import { Router } from "./router.tsx";

/** Loads the live updates after the first render. */
const LazyLiveUpdates = () => {
	const [Live, setLive] = useState<ComponentType | null>(null);
	useEffect(() => {
		import("../live/live-updates.tsx").then(
			({ LiveUpdates }) => setLive(() => LiveUpdates),
			() => undefined,
		);
	}, []);
	return Live ? <Live /> : null;
};

interface Props {
	readonly i18n: i18n;
	readonly queries: QueryClient;
	/** Wraps the page in a browser or a static router. */
	readonly renderRouter: (page: ReactNode) => ReactNode;
}

/** The whole page, in the browser and in the prerenderer. */
export const App = ({ i18n, queries, renderRouter }: Props) => (
	<StrictMode>
		<I18nextProvider i18n={i18n}>
			<QueryClientProvider client={queries}>
				<AriaLocaleProvider locale={LOCALE}>
					<LazyLiveUpdates />
					{renderRouter(<Router />)}
				</AriaLocaleProvider>
			</QueryClientProvider>
		</I18nextProvider>
	</StrictMode>
);
