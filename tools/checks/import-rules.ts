import path from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IModule } from "dependency-cruiser";

const TESTS = "\\.test\\.tsx?$|^testing/";

/** Which modules may import which (ARCHITECTURE.md). Type imports and dynamic imports count too. */
const FORBIDDEN: IForbiddenRuleType[] = [
	{
		name: "rules-depend-on-nothing",
		comment: "packages/rules is pure: it imports only itself, no package and no Node module",
		from: { path: "^packages/rules/", pathNot: TESTS },
		to: { pathNot: "^packages/rules/" },
	},
	{
		name: "contract-imports-only-rules-zod-and-leven",
		from: { path: "^packages/contract/", pathNot: TESTS },
		to: { pathNot: "^packages/(contract|rules)/|node_modules/(leven|zod)/" },
	},
	{
		name: "scoring-imports-only-rules-and-node",
		from: { path: "^packages/scoring/", pathNot: TESTS },
		to: { pathNot: "^packages/(scoring|rules)/", dependencyTypesNot: ["core"] },
	},
	{
		name: "packages-import-no-app",
		from: { path: "^packages/" },
		to: { path: "^(apps|e2e|bench|soak|tools)/|^testing/(?!rules/)" },
	},
	{
		name: "server-imports-no-web",
		from: { path: "^apps/server/" },
		to: { path: "^(apps/web|e2e|bench|soak|tools)/|^testing/(web|browser)/" },
	},
	{
		name: "web-imports-no-server",
		from: { path: "^apps/web/" },
		to: { path: "^(apps/server|packages/scoring|e2e|bench|soak|tools)/|^testing/(?!rules/|web/)" },
	},
	{
		name: "plugins-import-no-feature",
		comment: "features use the plugins; build-app.ts passes a plugin what it needs of a feature",
		from: { path: "^apps/server/plugins/", pathNot: TESTS },
		to: { path: "^apps/server/features/" },
	},
	{
		name: "no-queries-of-another-feature",
		comment: "a feature may call another's use cases and its <topic>-queries.ts, never its queries.ts",
		from: { path: "^apps/server/features/([^/]+)/", pathNot: TESTS },
		to: { path: "^apps/server/features/.+/queries", pathNot: "^apps/server/features/$1/" },
	},
	{
		name: "screens-import-no-other-screen",
		from: { path: "^apps/web/screens/([^/]+)/" },
		to: { path: "^apps/web/screens/", pathNot: "^apps/web/screens/$1/" },
	},
	{
		name: "components-do-not-fetch",
		from: { path: "^apps/web/components/", pathNot: TESTS },
		to: { path: "^apps/web/(api|screens)/" },
	},
	{
		name: "support-of-tests-imports-no-tests",
		from: { path: "^testing/" },
		to: { path: "^(bench|e2e|soak)/" },
	},
	{
		name: "browser-tests-and-long-tests-are-apart",
		from: { path: "^(e2e|soak)/" },
		to: { path: "^(bench|e2e|soak)/", pathNot: "^$1/" },
	},
	{
		name: "no-test-code-in-the-product",
		from: { path: "^(apps|packages)/", pathNot: TESTS },
		to: { path: TESTS },
	},
	{
		name: "no-circles",
		comment: "a type that two files need lies in the lower one",
		from: {},
		to: { circular: true },
	},
	{ name: "every-import-is-found", from: {}, to: { couldNotResolve: true } },
];

const findFeature = (file: string): string | undefined => /^apps\/server\/features\/([^/]+)\//.exec(file)?.[1];

/** Lists the pairs of the server's features that import each other, tests aside, with an import of each direction. */
function listMutualFeatures(modules: readonly IModule[]): string[] {
	const imports = new Map<string, string>();
	for (const { source, dependencies } of modules) {
		const feature = findFeature(source);
		if (feature === undefined || new RegExp(TESTS).test(source)) continue;
		for (const { resolved } of dependencies) {
			const other = findFeature(resolved);
			if (other !== undefined && other !== feature) imports.set(`${feature} → ${other}`, `${source} → ${resolved}`);
		}
	}
	return [...imports].flatMap(([pair, example]) => {
		const [feature = "", other = ""] = pair.split(" → ");
		const back = imports.get(`${other} → ${feature}`);
		return feature < other && back !== undefined ? [`${example}, ${back}`] : [];
	});
}

export interface ImportReport {
	/** How many modules of the project were checked. */
	readonly modules: number;
	/** One line per violation: `rule: from → to`. */
	readonly violations: readonly string[];
	/** The pairs of the server's features that import each other. */
	readonly mutualFeatures: readonly string[];
}

/**
 * Lists the imports under `root` that break a rule. Finding no modules is a violation too, because without a TypeScript
 * compiler the check would otherwise pass.
 */
export async function checkImports(root: string, folders: readonly string[]): Promise<ImportReport> {
	const { output } = await cruise(
		[...folders],
		{
			baseDir: root,
			ruleSet: { forbidden: FORBIDDEN },
			validate: true,
			tsPreCompilationDeps: true,
			doNotFollow: { path: "node_modules" },
			exclude: { path: "(^|/)dist/" },
			enhancedResolveOptions: {
				exportsFields: ["exports"],
				conditionNames: ["import", "require", "node", "default", "types"],
			},
			moduleSystems: ["es6", "cjs"],
		},
		{ extensions: [".ts", ".tsx", ".js", ".mjs"] },
		{},
	);
	const result = output as ICruiseResult;
	const ownModules = result.modules.filter(({ source }) =>
		folders.some((folder) => source.startsWith(`${folder}${path.posix.sep}`)),
	);
	const violations = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
	const mutualFeatures = listMutualFeatures(ownModules);
	violations.push(...mutualFeatures.map((pair) => `features-import-each-other: ${pair}`));
	if (ownModules.length === 0) violations.unshift("no modules were found to check");
	return { modules: ownModules.length, violations, mutualFeatures };
}
