import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { i18n } from "i18next";
import { type ComponentType, type ReactNode, StrictMode, useEffect, useState } from "react";
import { I18nextProvider } from "react-i18next";
import { Router } from "./router.tsx";

/** The page lives on its own once it has been drawn: nobody waits for that part of the program. */
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
	readonly wording: i18n;
	readonly queries: QueryClient;
	/** The router around the page: the browser's, or one that stands. */
	readonly at: (page: ReactNode) => ReactNode;
}

/** The whole page, the same in a browser and where pages are made at build. */
export const App = ({ wording, queries, at }: Props) => (
	<StrictMode>
		<I18nextProvider i18n={wording}>
			<QueryClientProvider client={queries}>
				<LazyLiveUpdates />
				{at(<Router />)}
			</QueryClientProvider>
		</I18nextProvider>
	</StrictMode>
);
