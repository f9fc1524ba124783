# Evaluates the package for each of its platforms, with substitutes for what nixpkgs passes to it. The
# store paths of the downloads show that Nix takes the checksums.
{ package }:

let
  evaluate = system: import package {
    lib = {
      attrNames = builtins.attrNames;
      licenses.asl20.spdxId = "Apache-2.0";
      sourceTypes.binaryNativeCode.isSource = false;
    };
    fetchurl = { url, sha256 }: derivation {
      inherit system url;
      name = baseNameOf url;
      builder = "fetch";
      outputHashMode = "flat";
      outputHashAlgo = "sha256";
      outputHash = sha256;
    };
    installShellFiles = "installShellFiles";
    stdenvNoCC = {
      hostPlatform = { inherit system; };
      mkDerivation = arguments: arguments;
    };
  };
  platforms = (evaluate "x86_64-linux").meta.platforms;
in
map (system: (evaluate system) // { src = (evaluate system).src.outPath; }) platforms
