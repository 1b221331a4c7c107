import type { Plugin } from "vite";

/** Removes the texts of React Aria in languages that the game does not support. */
export const onlyShippedLanguages = (): Plugin => ({
	name: "only-shipped-languages",
	enforce: "pre",
	load: (id) => (/\/intl\/(?:[\w-]+\/)?(?!en-US|fr-FR)[a-z]{2}-[A-Z]{2}\.m?js/.test(id) ? "export default {};" : null),
});
