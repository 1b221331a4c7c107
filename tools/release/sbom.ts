import type { ThirdPartyPackage } from "./licences.ts";

interface Component {
	readonly type: string;
	readonly name: string;
	readonly version?: string;
	readonly purl?: string;
	readonly "bom-ref"?: string;
	readonly licenses?: readonly unknown[];
	readonly [field: string]: unknown;
}

/** A software bill of materials in the format CycloneDX, as `npm sbom` writes it. */
export interface Sbom {
	readonly bomFormat: string;
	readonly specVersion: string;
	readonly version: number;
	readonly metadata: { readonly component: Component };
	readonly components: readonly Component[];
	readonly [field: string]: unknown;
}

const buildPurl = ({ name, version }: ThirdPartyPackage): string => `pkg:npm/${name.replace("@", "%40")}@${version}`;

function buildComponent(dependency: ThirdPartyPackage): Component {
	const licence = dependency.licence ?? "NOASSERTION";
	const isExpression = / (AND|OR) /.test(licence);
	return {
		"bom-ref": `${dependency.name}@${dependency.version}`,
		type: "library",
		name: dependency.name,
		version: dependency.version,
		purl: buildPurl(dependency),
		properties: [{ name: "first-bounce:part-of", value: "apps/web/dist" }],
		licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
	};
}

/**
 * Adds the packages in the web's bundles, which npm does not see in a release, and names the release First Bounce, because npm
 * names it after its folder.
 */
export function completeSbom(sbom: Sbom, web: readonly ThirdPartyPackage[]): Sbom {
	const known = new Set(sbom.components.map(({ purl }) => purl));
	const added = web.filter((dependency) => !known.has(buildPurl(dependency))).map(buildComponent);
	const component = { ...sbom.metadata.component, name: "first-bounce" };
	return { ...sbom, metadata: { ...sbom.metadata, component }, components: [...sbom.components, ...added] };
}

/** Lists problems that make an SBOM useless to programs that read it. */
export function findSbomProblems(sbom: Sbom): string[] {
	const problems: string[] = [];
	if (sbom.bomFormat !== "CycloneDX") problems.push(`bomFormat is ${sbom.bomFormat}`);
	if (!/^1\.[5-7]$/.test(sbom.specVersion)) problems.push(`specVersion is ${sbom.specVersion}`);
	const { purl: subject } = sbom.metadata.component;
	if (!subject?.startsWith("pkg:npm/first-bounce@")) problems.push(`it describes ${subject}`);
	const references = new Set<string | undefined>();
	for (const { name, version, purl, licenses, "bom-ref": reference } of sbom.components) {
		const isOwn = name.startsWith("@first-bounce/");
		if (!isOwn && !purl?.startsWith("pkg:npm/")) problems.push(`${name}: no package URL`);
		if (!version) problems.push(`${name}: no version`);
		if (!licenses?.length) problems.push(`${name}: no licence`);
		if (reference === undefined || references.has(reference)) problems.push(`${name}: no bom-ref of its own`);
		references.add(reference);
	}
	return problems;
}
