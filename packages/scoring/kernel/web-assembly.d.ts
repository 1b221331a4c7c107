/** The part of WebAssembly that the kernel uses; the type library has it only together with a browser's document. */
declare namespace WebAssembly {
	class Memory {
		constructor(descriptor: { initial: number; maximum: number; shared: true });
		readonly buffer: SharedArrayBuffer;
		grow(pages: number): number;
	}
	class Module {
		constructor(bytes: Uint8Array<ArrayBuffer>);
	}
	class Instance {
		constructor(module: Module, imports: { env: { memory: Memory } });
		readonly exports: Readonly<Record<string, unknown>>;
	}
}
