import type { Plugin } from "vite";

/** The component library brings its words in thirty languages; ours are those the page speaks. */
export const onlyShippedLanguages = (): Plugin => ({
	name: "only-shipped-languages",
	enforce: "pre",
	load: (id) => (/\/intl\/(?:[\w-]+\/)?(?!en-US|fr-FR)[a-z]{2}-[A-Z]{2}\.m?js/.test(id) ? "export default {};" : null),
});
