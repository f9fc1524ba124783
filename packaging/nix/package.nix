{ lib, stdenvNoCC, fetchurl, installShellFiles }:

let
  version = "@VERSION@";
  release = {
    x86_64-linux = {
      url = "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_linux_amd64.tar.gz";
      sha256 = "@SHA256 edit-lsp_linux_amd64.tar.gz@";
    };
    aarch64-linux = {
      url = "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_linux_arm64.tar.gz";
      sha256 = "@SHA256 edit-lsp_linux_arm64.tar.gz@";
    };
    x86_64-darwin = {
      url = "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_darwin_amd64.tar.gz";
      sha256 = "@SHA256 edit-lsp_darwin_amd64.tar.gz@";
    };
    aarch64-darwin = {
      url = "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_darwin_arm64.tar.gz";
      sha256 = "@SHA256 edit-lsp_darwin_arm64.tar.gz@";
    };
  };
in
stdenvNoCC.mkDerivation {
  pname = "edit-lsp";
  inherit version;

  src = fetchurl release.${stdenvNoCC.hostPlatform.system};
  sourceRoot = ".";
  nativeBuildInputs = [ installShellFiles ];

  installPhase = ''
    install -Dm755 edit-lsp -t $out/bin
    installManPage man/*.1
    installShellCompletion --bash --name edit-lsp completions/edit-lsp.bash
    installShellCompletion --fish completions/edit-lsp.fish
    installShellCompletion --zsh completions/_edit-lsp
    install -Dm644 LICENSE THIRD-PARTY-LICENSES -t $out/share/doc/edit-lsp
  '';

  meta = {
    description = "Check and apply the code edits that AI models write in chat";
    homepage = "https://github.com/edit-lsp/edit-lsp";
    license = lib.licenses.asl20;
    mainProgram = "edit-lsp";
    platforms = lib.attrNames release;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
