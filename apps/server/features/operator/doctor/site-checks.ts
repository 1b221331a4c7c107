import { access, constants, readdir } from "node:fs/promises";
import { connect } from "node:tls";
import { DAY_MS } from "@first-bounce/rules/durations";
import { createTransport } from "nodemailer";
import type { Config } from "../../../config.ts";
import { MIN_FREE_BYTES, readFreeBytes } from "../../../db/full-disk.ts";
import { formatCount } from "../../../i18n/format-count.ts";
import { isLoopbackName } from "../../../plugins/http/allowed-hosts.ts";
import { openFolderOrBucket } from "../../backups/backup-target.ts";
import { isStatsFileName } from "../../stats-providers/csv/csv-feed.ts";
import { LOW_BYTES } from "../storage/storage-watch.ts";
import { broken, describeError, type Finding, type Findings, ok, warning } from "./finding.ts";

const TIMEOUT_MS = 10_000;
/** A certificate that ends sooner was not renewed in time. */
const MIN_CERTIFICATE_MS = 14 * DAY_MS;
const MEGABYTE = 1024 ** 2;

/** Where the server of this machine answers directly. */
function getLocalUrl({ host, port }: Config): string {
	const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
	return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

const PROXY_ADVICE = {
	ignored: "Set PUBLIC_URL to the https address of the proxy, which has to do TLS.",
	missing: "Let the proxy set X-Forwarded-For: see deploy/nginx.conf and deploy/Caddyfile.",
	"second-proxy": 'Let the inner proxy pass on the visitor\'s address: see "The proxy" in docs/operating/install.md.',
} as const;

interface Reply {
	readonly status?: string;
	readonly leader?: boolean;
	readonly sharedAddress?: string | null;
	/** Instead of the others while the site is restored, or the demo made. */
	readonly errors?: readonly { readonly message: string }[];
}

/** Null if it is not from a server of First Bounce, or the connection was lost meanwhile. */
const readReply = (response: Response): Promise<Reply | null> =>
	response.json().then(
		(reply) => (typeof reply === "object" ? (reply as Reply) : null),
		() => null,
	);

/** Checks the running server: whether it is ready, has a leader, and gets the addresses of visitors. */
export async function checkServer(config: Config): Promise<Findings> {
	const response = await fetch(`${getLocalUrl(config)}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
		() => null,
	);
	if (!response)
		return broken(
			"server",
			`the server does not answer on port ${config.port}`,
			"Start it, and read its log if it ends. In a container, run fb in the container of the server.",
		);
	const reply = await readReply(response);
	if (reply?.errors?.[0])
		return broken("server", `the server is not ready: ${reply.errors[0].message}`, "Wait until that is over.");
	if (!reply?.status)
		return broken(
			"server",
			`another program answers on port ${config.port}`,
			"Set PORT to the one on which the server listens, or stop the other program.",
		);
	const shared = Object.entries(PROXY_ADVICE).find(([problem]) => problem === reply.sharedAddress);
	return [
		reply.status === "ready"
			? ok("server", "ready")
			: broken("server", `the server is not ready: ${reply.status}`, "Wait a minute; then read its log."),
		...(reply.leader === false
			? [broken("leader", "no process advances the season", "Restart the server, and read its log.")]
			: []),
		shared
			? broken("proxy", "all visitors share the address of the proxy, and the limits of one visitor", shared[1])
			: ok("proxy", "visitors have addresses of their own, as far as the last requests show"),
	];
}

/** Gets when the certificate of a host ends. Rejects if it is not trusted. */
const getCertificateEnd = (host: string, port: number): Promise<number> =>
	new Promise((resolve, reject) => {
		const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
			resolve(Date.parse(socket.getPeerCertificate().valid_to));
			socket.destroy();
		});
		socket.on("timeout", () => socket.destroy(new Error("no answer")));
		socket.on("error", reject);
	});

/** Checks that PUBLIC_URL uses TLS, with a certificate that browsers accept. */
export async function checkTls({ publicUrl }: Config, now: number): Promise<Finding> {
	const { protocol, hostname, port } = new URL(publicUrl);
	if (protocol !== "https:") {
		if (isLoopbackName(hostname)) return ok("tls", "not needed: PUBLIC_URL is on this machine");
		return broken(
			"tls",
			"PUBLIC_URL is not https: passwords travel in the clear, and notifications and the offline mode do not work",
			"Put a proxy with TLS in front of the server, and set PUBLIC_URL to its https address.",
		);
	}
	try {
		const left = (await getCertificateEnd(hostname, Number(port) || 443)) - now;
		if (left > MIN_CERTIFICATE_MS) return ok("tls", `the certificate is valid for ${Math.floor(left / DAY_MS)} days`);
		return warning(
			"tls",
			`the certificate ends in ${formatCount(Math.max(0, Math.floor(left / DAY_MS)), "day")}`,
			"Find out why the proxy has not renewed it.",
		);
	} catch (error) {
		const code = String((error as { code?: string }).code ?? "");
		if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
			return broken(
				"tls",
				`browsers do not trust the certificate of PUBLIC_URL (${code})`,
				"Give the proxy a certificate for this host name, with its whole chain. If your own CA signed it, set NODE_EXTRA_CA_CERTS to its certificate file.",
			);
		return broken(
			"tls",
			`PUBLIC_URL does not answer: ${describeError(error)}`,
			"Check the DNS entry of its host, the firewall and the proxy.",
		);
	}
}

/** Checks the free space of the disks that the server writes to. */
export async function checkDisks({ dataDir, exportTo }: Config, getFreeBytes: typeof readFreeBytes = readFreeBytes) {
	const folders = [
		["DATA_DIR", dataDir] as const,
		...(typeof exportTo?.location === "string" ? [["EXPORT_TO", exportTo.location] as const] : []),
	];
	return Promise.all(
		folders.map(async ([name, folder]) => {
			const bytes = await getFreeBytes(folder).catch(() => null);
			if (bytes === null)
				return broken("disk", `${name} cannot be read`, `Create the folder, and let the server's account write to it.`);
			const text = `${Math.floor(bytes / MEGABYTE)} MB free on the disk of ${name}`;
			if (bytes >= LOW_BYTES) return ok("disk", text);
			const advice = "Free space: old backups in DATA_DIR/backups, logs, pictures of past seasons.";
			return bytes < MIN_FREE_BYTES
				? broken("disk", `${text}: nothing can be saved`, advice)
				: warning("disk", text, advice);
		}),
	);
}

/** Signs in to the mail server, without sending anything. */
export async function checkMailServer({ smtpUrl }: Config): Promise<Finding> {
	if (smtpUrl === null)
		return warning(
			"mail",
			"SMTP_URL is not set: mails stay in the outbox, and nobody can reset a password alone",
			"Set SMTP_URL and MAIL_FROM.",
		);
	const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
	const smtp = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true });
	try {
		await smtp.verify();
		return ok("mail", "the mail server accepts the connection");
	} catch (error) {
		const { code = "" } = error as { code?: string };
		if (code === "EAUTH")
			return broken("mail", "the mail server refuses the user or the password", "Check both in SMTP_URL.");
		return broken(
			"mail",
			`the mail server cannot be used (${code || describeError(error)})`,
			"Check host and port in SMTP_URL, smtp:// or smtps://, and that the firewall lets the server out.",
		);
	} finally {
		smtp.close();
	}
}

/** Checks that browsers accept notifications from PUBLIC_URL. */
export function checkPush({ publicUrl, push }: Config): Finding {
	const { protocol, hostname } = new URL(publicUrl);
	if (protocol !== "https:" && !isLoopbackName(hostname))
		return broken(
			"push",
			"browsers refuse notifications of a site without TLS",
			"Set up TLS, and an https PUBLIC_URL.",
		);
	if (/^mailto:.*@(localhost|127\.|\[)/.test(push.contact))
		return warning(
			"push",
			"push services have no address of yours, and some refuse notifications without one",
			"Set SUPPORT_EMAIL.",
		);
	return ok("push", push.keys ? "keys are set" : "keys are in the database");
}

/** Checks where backups go. What the server has recorded about them is in the database. */
export async function checkBackupPlace({ backup }: Config): Promise<Findings> {
	if (backup.to === null)
		return warning(
			"backups",
			"BACKUP_TO is not set: nothing is backed up",
			"Set BACKUP_TO to a folder on another disk or a bucket, and BACKUP_KEY.",
		);
	const key = backup.key
		? []
		: [
				warning(
					"backups",
					"BACKUP_KEY is not set: whoever has a backup has all addresses and password hashes",
					"Set BACKUP_KEY, and keep a copy of it elsewhere.",
				),
			];
	try {
		const target = openFolderOrBucket(backup.to);
		await target.list();
		if (target.name.startsWith("/")) await access(target.name, constants.W_OK);
		return [ok("backups", "BACKUP_TO can be used"), ...key];
	} catch (error) {
		const code = (error as { code?: string }).code ?? describeError(error);
		return [
			broken(
				"backups",
				`BACKUP_TO cannot be used (${code})`,
				"Create the folder or the bucket, mount its disk, and let the server's account write to it.",
			),
			...key,
		];
	}
}

/** Lists files of the watched folder that are not read because of their names. Hidden and temporary files are left out. */
async function findIgnoredStatsFiles(folder: string): Promise<readonly string[]> {
	await access(folder, constants.R_OK | constants.X_OK);
	const entries = await readdir(folder, { withFileTypes: true });
	const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
	return names.filter((name) => !isStatsFileName(name) && !/^\.|\.tmp$/.test(name)).sort();
}

/** Checks the settings of the stats provider. */
export async function checkFeedSettings({ feed }: Config): Promise<Finding> {
	if (feed.source !== "csv") return ok("feed", `FEED=${feed.source}`);
	if (feed.folder === null)
		return broken("feed", "FEED=csv, but FEED_DIR is not set", "Set FEED_DIR to the folder of the stats files.");
	return findIgnoredStatsFiles(feed.folder).then(
		([first, ...others]) =>
			first === undefined
				? ok("feed", "FEED_DIR can be read")
				: warning(
						"feed",
						`FEED_DIR has files that are not read (${others.length + 1}), such as ${first}`,
						"Save them as CSV: the names of stats files end in .csv.",
					),
		(error: { code?: string }) =>
			broken(
				"feed",
				`FEED_DIR cannot be read (${error.code})`,
				"Create the folder, and let the server's account read it.",
			),
	);
}
